"""What a specification consists of, said once as classes, and how nodes become it."""
