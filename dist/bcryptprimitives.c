/* The random numbers that Rust's library asks Windows for. Wine before 9 has no such library:
 * built as bcryptprimitives.dll beside a program, this lets it run there. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length)
{
    return SystemFunction036(data, length);
}
