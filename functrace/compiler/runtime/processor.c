/* Instructions that LLVM has no common name for: what threads.c takes from a processor.

`ft_pause` is for loops that wait. The mode is that of floating-point arithmetic: what
happens to denormal numbers, above all. */

#include "runtime.h"

#if defined __x86_64__

void ft_pause(void) { __builtin_ia32_pause(); }
int64_t ft_mode(void) { return __builtin_ia32_stmxcsr(); }
void ft_set_mode(int64_t mode) { __builtin_ia32_ldmxcsr((uint32_t)mode); }

#elif defined __aarch64__ && defined __clang__

void ft_pause(void) { __builtin_arm_yield(); }
int64_t ft_mode(void) { return (int64_t)__builtin_arm_rsr64("fpcr"); }
void ft_set_mode(int64_t mode) { __builtin_arm_wsr64("fpcr", (uint64_t)mode); }

#else

void ft_pause(void) {}
int64_t ft_mode(void) { return 0; }
void ft_set_mode(int64_t mode) { (void)mode; }

#endif
