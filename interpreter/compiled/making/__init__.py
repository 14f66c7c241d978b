"""Makes modules: compiles and caches them, instantiates and checks them, and counts their work by place."""
