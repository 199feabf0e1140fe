# What OpenBench calls, which tests engines on many machines: tak-match/openbench/README.md.
#
#   make EXE=name                      leaves the engine there, built for the CPU at hand
#   make EXE=name EVALFILE=six.net     the same with that network in it
#   make CXX=g++                       leaves the match runner here, under the name that
#                                      OpenBench's worker builds it by: fastchess

EXE ?= target/tak-engine
export CARGO_TARGET_DIR ?= target/openbench
SUFFIX := $(if $(filter Windows_NT,$(OS)),.exe)

ifneq ($(EVALFILE),)
override EVALFILE := $(abspath $(EVALFILE))
export EVALFILE
NETWORK := --features tak-search/evalfile
endif

# Nothing here is C++: a compiler is named only to whoever builds the runner.
ifeq ($(origin CXX) $(origin EXE),command line file)
.DEFAULT_GOAL := fastchess
endif

.PHONY: engine fastchess
engine:
	cargo build --release --package tak-engine $(NETWORK)
	cp $(CARGO_TARGET_DIR)/release/tak-engine$(SUFFIX) $(EXE)

fastchess:
	cargo build --release --package tak-match --bin tak-fastchess
	cp $(CARGO_TARGET_DIR)/release/tak-fastchess$(SUFFIX) fastchess$(SUFFIX)
