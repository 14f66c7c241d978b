(func $options0 (param $plays i32) (result i32)
  (local $to i32)
  (local $total i32)
  (local $begin i32)
  (local $count i32)
  (local $value i32)
  (local $n i32)
  (local $at i32)
  (local $m i32)
  (local $holds i32)
  (local $row i32)
  (local $at1 i32)
  (local $end i32)
  (local $m1 i32)
  (local $work i32)
  (local $found i32)
  (local.set $to (global.get $options))
  (local.set $begin (local.get $to))
  (local.set $count (i32.const 0))
  (local.set $n (i32.const 0))
  (block $done1
    (loop $more1
      (if
        (i32.gt_s (local.get $work) (global.get $fuel))
        (then (call $exhausted (i32.const 53)) (unreachable)))
      (br_if $done1 (i32.gt_s (local.get $n) (i32.const 3)))
      (local.set $work (i32.add (local.get $work) (i32.const 1)))
      (local.set $value (local.get $n))
      (local.set $work (i32.add (local.get $work) (i32.const 3)))
      (i32.store (local.get $to) (local.get $value))
      (local.set $to
        (i32.add
          (local.get $to)
          (i32.shl
            (block $value1 (result i32)
              (local.set $holds (i32.const 0))
              (block $known
                (local.set $row (local.get $value))
                (local.set $at1 (i32.load16_u offset=416 (i32.shl (local.get $row) (i32.const 1))))
                (local.set $end
                  (i32.load16_u offset=416 (i32.shl (i32.add (local.get $row) (i32.const 1)) (i32.const 1))))
                (block $done
                  (loop $more
                    (br_if $done (i32.ge_s (local.get $at1) (local.get $end)))
                    (local.set $m1 (i32.load8_u (local.get $at1)))
                    (local.set $m (local.get $m1))
                    (local.set $work (i32.add (local.get $work) (i32.const 1)))
                    (if
                      (i32.lt_s
                        (i32.load offset=256 (i32.shl (i32.add (local.get $m) (i32.const 10)) (i32.const 2)))
                        (i32.const 2))
                      (then (local.set $holds (i32.const 1)) (br $known)))
                    (local.set $at1 (i32.add (local.get $at1) (i32.const 1)))
                    (br $more))))
              (local.get $holds))
            (i32.const 2))))
      (local.set $n (i32.add (local.get $n) (i32.const 1)))
      (br $more1)))
  (i32.store offset=352 (i32.const 0) (local.get $begin))
  (i32.store offset=356 (i32.const 0) (i32.div_u (i32.sub (local.get $to) (local.get $begin)) (i32.const 4)))
  (local.set $total (i32.load offset=356 (i32.const 0)))
  (block $paid (result i32)
    (local.set $found (local.get $total))
    (global.set $fuel (i32.sub (global.get $fuel) (local.get $work)))
    (local.get $found)))
(func $run (param $pc i32) (param $k i32) (result i32)
  (local $asked i32)
  (local $s0_ i32)
  (local $s1_ i32)
  (local $s2_ i32)
  (local $s4_ i32)
  (local $s3_at i32)
  (local $s3_end i32)
  (local $m i32)
  (local $holds i32)
  (local $n i32)
  (local $count i32)
  (local $player i32)
  (local $left i32)
  (local $record i32)
  (local $row i32)
  (local $at i32)
  (local $end i32)
  (local $m1 i32)
  (local $way i32)
  (local $x i32)
  (local $m2 i32)
  (local $holds1 i32)
  (local $n1 i32)
  (local $work i32)
  (local $found i32)
  (local $found1 i32)
  (local $found2 i32)
  (local.set $pc (i32.load8_u offset=432 (local.get $pc)))
  (local.set $asked (i32.const 1))
  (loop $go
    (if (i32.gt_s (local.get $work) (global.get $fuel)) (then (call $exhausted (i32.const 0)) (unreachable)))
    (block $at4
      (block $at3
        (block $at2
          (block $at1
            (block $at0
              (block $nowhere
                (br_table $at0 $at1 $at2 $at3 $at4 $nowhere (local.get $pc)))
              (unreachable))
            (local.set $work (i32.add (local.get $work) (i32.const 2)))
            (if
              (i32.lt_s (i32.sub (global.get $fuel) (local.get $work)) (i32.const 400000))
              (then (i32.store offset=4 (i32.const 0) (i32.const 1)) (unreachable)))
            (i32.store offset=276 (i32.const 0) (i32.const 0))
            (i32.store offset=268 (i32.const 0) (i32.const -2147483648))
            (i32.store offset=272 (i32.const 0) (i32.const -2147483648))
            (if
              (block $value (result i32)
                (local.set $holds (i32.const 1))
                (block $known
                  (local.set $n (i32.const 0))
                  (block $done
                    (loop $more
                      (br_if $done (i32.gt_s (local.get $n) (i32.const 3)))
                      (local.set $m (local.get $n))
                      (local.set $work (i32.add (local.get $work) (i32.const 1)))
                      (if
                        (i32.le_s
                          (i32.load offset=256 (i32.shl (i32.add (local.get $m) (i32.const 10)) (i32.const 2)))
                          (i32.const 1))
                        (then (local.set $holds (i32.const 0)) (br $known)))
                      (local.set $n (i32.add (local.get $n) (i32.const 1)))
                      (br $more))))
                (local.get $holds))
              (then
                (local.set $work (i32.add (local.get $work) (i32.const 1)))
                (local.set $pc (i32.const 1))
                (br $go))
              (else
                (local.set $work (i32.add (local.get $work) (i32.const 2)))
                (local.set $s0_ (i32.const 0))
                (local.set $pc (i32.const 2))
                (br $go))))
          (local.set $work (i32.add (local.get $work) (i32.const 2)))
          (local.set $s0_ (i32.const 0))
          (i32.store offset=260 (i32.const 0) (i32.const 1))
          (call $places)
          (return
            (block $paid (result i32)
              (local.set $found (i32.const 0))
              (global.set $fuel (i32.sub (global.get $fuel) (local.get $work)))
              (if
                (i32.lt_s (global.get $fuel) (i32.const 0))
                (then (call $exhausted (i32.const 0)) (unreachable)))
              (local.get $found))))
        (local.set $work (i32.add (local.get $work) (i32.const 1)))
        (if
          (i32.lt_s (i32.sub (global.get $fuel) (local.get $work)) (i32.const 400000))
          (then (i32.store offset=4 (i32.const 0) (i32.const 3)) (unreachable)))
        (local.set $player (local.get $s0_))
        (local.set $s0_ (i32.const 0))
        (i32.store offset=268 (i32.const 0) (local.get $player))
        (i32.store offset=272 (i32.const 0) (local.get $player))
        (local.set $work (i32.add (local.get $work) (i32.const 1)))
        (if
          (i32.ge_s (i32.load offset=264 (i32.const 0)) (i32.const 20))
          (then
            (i32.store offset=260 (i32.const 0) (i32.const 3))
            (call $places)
            (return
              (block $paid1 (result i32)
                (local.set $found1 (i32.const 0))
                (global.set $fuel (i32.sub (global.get $fuel) (local.get $work)))
                (if
                  (i32.lt_s (global.get $fuel) (i32.const 0))
                  (then (call $exhausted (i32.const 0)) (unreachable)))
                (local.get $found1)))))
        (i32.store offset=256 (i32.const 0) (i32.const 8))
        (local.set $count (call $options0 (i32.const 0)))
        (if (i32.eqz (local.get $count)) (then (local.set $pc (i32.const 4)) (br $go)))
        (return
          (block $paid2 (result i32)
            (local.set $found2 (local.get $count))
            (global.set $fuel (i32.sub (global.get $fuel) (local.get $work)))
            (if
              (i32.lt_s (global.get $fuel) (i32.const 0))
              (then (call $exhausted (i32.const 0)) (unreachable)))
            (local.get $found2))))
      (local.set $record (i32.add (i32.load offset=352 (i32.const 0)) (i32.shl (local.get $k) (i32.const 2))))
      (local.set $s2_ (i32.load (local.get $record)))
      (local.set $s1_ (i32.const 9))
      (i32.store offset=256 (i32.const 0) (select (i32.const 17) (i32.const 8) (local.get $asked)))
      (local.set $work (i32.add (local.get $work) (i32.const 1)))
      (local.set $s3_end (i32.const 0))
      (local.set $row (local.get $s2_))
      (local.set $at (i32.load16_u offset=416 (i32.shl (local.get $row) (i32.const 1))))
      (local.set $end
        (i32.load16_u offset=416 (i32.shl (i32.add (local.get $row) (i32.const 1)) (i32.const 1))))
      (block $done1
        (loop $more1
          (br_if $done1 (i32.ge_s (local.get $at) (local.get $end)))
          (local.set $m1 (i32.load8_u (local.get $at)))
          (i32.store offset=368 (i32.shl (local.get $s3_end) (i32.const 2)) (local.get $m1))
          (local.set $s3_end (i32.add (local.get $s3_end) (i32.const 1)))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br $more1)))
      (local.set $s3_at (i32.const 0))
      (loop $to18_again
        (local.set $work (i32.add (local.get $work) (i32.const 1)))
        (if
          (i32.gt_s (local.get $work) (global.get $fuel))
          (then (call $exhausted (i32.const 36)) (unreachable)))
        (if
          (i32.ge_s (local.get $s3_at) (local.get $s3_end))
          (then
            (local.set $work (i32.add (local.get $work) (i32.const 2)))
            (local.set $s4_ (i32.const 0))
            (local.set $way (local.get $s1_))
            (local.set $s1_ (i32.const 0))
            (local.set $s2_ (i32.const 0))
            (local.set $work (i32.add (local.get $work) (i32.const 1)))
            (local.set $pc (i32.const 4))
            (br $go)))
        (local.set $s4_ (i32.load (i32.add (i32.shl (local.get $s3_at) (i32.const 2)) (i32.const 368))))
        (local.set $s3_at (i32.add (local.get $s3_at) (i32.const 1)))
        (block $to21
          (local.set $work (i32.add (local.get $work) (i32.const 1)))
          (if
            (i32.lt_s
              (i32.load offset=256 (i32.shl (i32.add (local.get $s4_) (i32.const 10)) (i32.const 2)))
              (i32.const 3))
            (then
              (local.set $work (i32.add (local.get $work) (i32.const 1)))
              (i32.store offset=256
                (i32.shl (i32.add (local.get $s4_) (i32.const 10)) (i32.const 2))
                (block $value1 (result i32)
                  (local.set $x
                    (i32.add
                      (i32.load offset=256 (i32.shl (i32.add (local.get $s4_) (i32.const 10)) (i32.const 2)))
                      (i32.const 1)))
                  (if
                    (i32.eqz (i32.le_u (local.get $x) (i32.const 3)))
                    (then
                      (i32.store offset=8 (i32.const 0) (local.get $x))
                      (i32.store offset=12 (i32.const 0) (i32.const 0))
                      (i32.store offset=16 (i32.const 0) (i32.const 3))
                      (i32.store offset=4 (i32.const 0) (i32.const 4))
                      (unreachable)))
                  (local.get $x)))
              (br $to21))
            (else (br $to21))))
        (local.set $work (i32.add (local.get $work) (i32.const 1)))
        (br $to18_again)))
    (local.set $work (i32.add (local.get $work) (i32.const 2)))
    (local.set $work (i32.add (local.get $work) (i32.const 3)))
    (local.set $s0_ (i32.rem_u (i32.add (i32.load offset=272 (i32.const 0)) (i32.const 1)) (i32.const 2)))
    (i32.store offset=272 (i32.const 0) (i32.const -2147483648))
    (local.set $work (i32.add (local.get $work) (i32.const 1)))
    (if
      (block $value2 (result i32)
        (local.set $holds1 (i32.const 1))
        (block $known1
          (local.set $n1 (i32.const 0))
          (block $done2
            (loop $more2
              (br_if $done2 (i32.gt_s (local.get $n1) (i32.const 3)))
              (local.set $m2 (local.get $n1))
              (local.set $work (i32.add (local.get $work) (i32.const 1)))
              (if
                (i32.le_s
                  (i32.load offset=256 (i32.shl (i32.add (local.get $m2) (i32.const 10)) (i32.const 2)))
                  (i32.const 1))
                (then (local.set $holds1 (i32.const 0)) (br $known1)))
              (local.set $n1 (i32.add (local.get $n1) (i32.const 1)))
              (br $more2))))
        (local.get $holds1))
      (then (local.set $work (i32.add (local.get $work) (i32.const 1))) (local.set $pc (i32.const 1)) (br $go))
      (else (local.set $pc (i32.const 2)) (br $go))))
  (unreachable))
