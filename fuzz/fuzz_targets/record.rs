#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tak_tests::laws::record(data));
