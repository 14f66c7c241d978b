(func $ascending (param $of i32) (param $first i32) (param $end i32)
  (local $i i32)
  (local $value i32)
  (local $j i32)
  (local.set $i (i32.add (local.get $first) (i32.const 1)))
  (block $done
    (loop $more
      (br_if $done (i32.ge_s (local.get $i) (local.get $end)))
      (local.set $value (i32.load (i32.add (local.get $of) (i32.shl (local.get $i) (i32.const 2)))))
      (local.set $j (local.get $i))
      (block $done1
        (loop $more1
          (br_if $done1
            (i32.eqz
              (if (result i32)
                (i32.gt_s (local.get $j) (local.get $first))
                (then
                  (i32.gt_s
                    (i32.load
                      (i32.add (local.get $of) (i32.shl (i32.add (local.get $j) (i32.const -1)) (i32.const 2))))
                    (local.get $value)))
                (else (i32.const 0)))))
          (i32.store
            (i32.add (local.get $of) (i32.shl (local.get $j) (i32.const 2)))
            (i32.load
              (i32.add (local.get $of) (i32.shl (i32.add (local.get $j) (i32.const -1)) (i32.const 2)))))
          (local.set $j (i32.add (local.get $j) (i32.const -1)))
          (br $more1)))
      (i32.store (i32.add (local.get $of) (i32.shl (local.get $j) (i32.const 2))) (local.get $value))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $more))))
