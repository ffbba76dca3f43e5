/// Misbehaviour on demand: the settings of `StandIn_Set`.
#pragma once

#include <string>

namespace stand_in {

/// Returns whether this fault occurs now. If so, counts the occurrence.
bool take_fault(const std::string& name);
/// Returns the error type that the next operation fails with, or 0.
int take_error_type();
/// Returns false if the setting is unknown.
bool set_fault(const std::string& name, int value);
/// Calls `StandIn_Set` for each part of a list such as `null-result,error-type=2`.
void apply_settings(const std::string& list);
/// Applies STAND_IN_FAULTS, once after each reset.
void read_fault_environment();
/// Chooses one operation's faults if `random` is set.
void choose_random_faults();
void clear_faults();

}  // namespace stand_in
