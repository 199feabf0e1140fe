# What frameworks that test engines on many machines (OpenBench) call:
# `make EXE=name` leaves the engine there, built for the CPU at hand.
EXE ?= tak-engine

.PHONY: engine
engine:
	cargo build --release --package tak-engine --target-dir target/openbench
	cp target/openbench/release/tak-engine $(EXE)
