/* Lets one call fail: the FAULT_NTHth call about a regular file with errno FAULT_ERRNO, or, where
 * FAULT_LEAST is set, the FAULT_NTHth allocation of so many bytes or more. Which call it was is
 * written into the file FAULT_LOG, or where there were fewer, their number. Loaded before the C
 * library, by LD_PRELOAD. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/magic.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/types.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static long nth, least, error;
static long met;

/* Lets the kernel refuse these calls with errno `why`, also if the C library is not asked. */
static void refuse(const int *calls, unsigned char count, int why) {
    struct sock_filter lines[16] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
    for (unsigned char i = 0; i < count; i++)
        lines[1 + i] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, calls[i],
                                                    count - i, 0);
    lines[1 + count] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    lines[2 + count] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | why);
    struct sock_fprog program = {3 + count, lines};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
        _exit(99);
}

/* Where FAULT_RENAMES is set, nothing is renamed or linked: `exclusive` stands for the calls that
 * fail where the new name exists. */
static void refuse_renames(const char *which) {
    static const int calls[] = {SYS_renameat2, SYS_linkat,
#ifdef SYS_link
                                SYS_link,
#endif
                                SYS_renameat,
#ifdef SYS_rename
                                SYS_rename,
#endif
    };
    unsigned char all = sizeof calls / sizeof *calls;
    if (strcmp(which, "exclusive"))
        refuse(calls, all, EIO);
    else
        refuse(calls, calls[2] == SYS_renameat ? 2 : 3, EINVAL);
}

__attribute__((constructor)) static void begin(void) {
    const char *text;
    if ((text = getenv("FAULT_RENAMES")))
        refuse_renames(text);
    nth = (text = getenv("FAULT_NTH")) ? atol(text) : 0;
    least = (text = getenv("FAULT_LEAST")) ? atol(text) : 0;
    error = (text = getenv("FAULT_ERRNO")) ? atol(text) : ENOSPC;
}

static void note(const char *text) {
    const char *log = getenv("FAULT_LOG");
    long file = log ? syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
    if (file >= 0) {
        syscall(SYS_write, file, text, strlen(text));
        syscall(SYS_close, file);
    }
}

/* Whether this call is the one that fails. */
static int is_due(const char *call) {
    if (!nth || __atomic_add_fetch(&met, 1, __ATOMIC_SEQ_CST) != nth)
        return 0;
    note(call);
    return 1;
}

__attribute__((destructor)) static void end(void) {
    char text[24];
    snprintf(text, sizeof text, "%ld", met);
    if (met < nth)
        note(text);
}

static int fails(const char *call) {
    if (least || !is_due(call))
        return 0;
    errno = (int)error;
    return 1;
}

static int is_file(int fd) {
    struct stat status;
    struct statfs system;
    if (fd < 0 || fstat(fd, &status) || !S_ISREG(status.st_mode) || fstatfs(fd, &system))
        return 0;
    return system.f_type != PROC_SUPER_MAGIC && system.f_type != SYSFS_MAGIC &&
           system.f_type != CGROUP_SUPER_MAGIC && system.f_type != CGROUP2_SUPER_MAGIC;
}

/* What the system itself is asked for is no file of the program. */
static int is_ours(const char *path) {
    return strncmp(path, "/proc", 5) && strncmp(path, "/sys", 4) && strncmp(path, "/dev", 4) &&
           strncmp(path, "/etc", 4);
}

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

#define OPEN(name)                                                                                 \
    int name(const char *path, int flags, ...) {                                                   \
        va_list rest;                                                                              \
        va_start(rest, flags);                                                                     \
        mode_t mode = va_arg(rest, mode_t);                                                        \
        va_end(rest);                                                                              \
        if (is_ours(path) && fails("open"))                                                        \
            return -1;                                                                             \
        return ((int (*)(const char *, int, mode_t))next(#name))(path, flags, mode);               \
    }
OPEN(open)
OPEN(open64)

int openat64(int folder, const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    if (is_ours(path) && fails("openat"))
        return -1;
    return ((int (*)(int, const char *, int, mode_t))next("openat64"))(folder, path, flags, mode);
}

#define CALL(type, name, parameters, arguments, about)                                             \
    type name parameters {                                                                         \
        if ((about) && fails(#name))                                                               \
            return (type)-1;                                                                       \
        return ((type(*) parameters)next(#name))arguments;                                         \
    }
CALL(ssize_t, write, (int fd, const void *bytes, size_t count), (fd, bytes, count), is_file(fd))
CALL(ssize_t, read, (int fd, void *bytes, size_t count), (fd, bytes, count), is_file(fd))
CALL(int, fsync, (int fd), (fd), is_file(fd))
CALL(int, fdatasync, (int fd), (fd), is_file(fd))
CALL(int, ftruncate, (int fd, off_t length), (fd, length), is_file(fd))
CALL(int, ftruncate64, (int fd, off64_t length), (fd, length), is_file(fd))
CALL(int, fchmod, (int fd, mode_t mode), (fd, mode), is_file(fd))
CALL(int, flock, (int fd, int how), (fd, how), is_file(fd))
CALL(off64_t, lseek64, (int fd, off64_t to, int from), (fd, to, from), is_file(fd))
CALL(int, rename, (const char *from, const char *to), (from, to), 1)
CALL(int, linkat, (int folder, const char *from, int other, const char *to, int flags),
     (folder, from, other, to, flags), 1)
CALL(int, unlink, (const char *path), (path), is_ours(path))
CALL(int, unlinkat, (int folder, const char *path, int flags), (folder, path, flags), 1)
CALL(int, mkdir, (const char *path, mode_t mode), (path, mode), is_ours(path))
CALL(int, statx,
     (int folder, const char *path, int flags, unsigned mask, struct statx *status),
     (folder, path, flags, mask, status), path && (*path ? is_ours(path) : is_file(folder)))

/* Its error is a null pointer. */
DIR *opendir(const char *path) {
    if (is_ours(path) && fails("opendir"))
        return NULL;
    return ((DIR * (*)(const char *)) next("opendir"))(path);
}

CALL(void *, mmap64, (void *at, size_t length, int protection, int flags, int fd, off64_t from),
     (at, length, protection, flags, fd, from), is_file(fd))

/* Where FAULT_THREADS is set, no thread is left. */
int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*start)(void *), void *with) {
    if (getenv("FAULT_THREADS"))
        return EAGAIN;
    return ((int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))next(
        "pthread_create"))(thread, how, start, with);
}

#define TOO_LITTLE(bytes) (least && (long)(bytes) >= least && is_due("memory"))

void *malloc(size_t bytes) {
    if (TOO_LITTLE(bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes) {
    if (TOO_LITTLE(count * bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_calloc(count, bytes);
}

/* A block that shrinks needs no memory, and the program relies on that. */
void *realloc(void *old, size_t bytes) {
    if (bytes > malloc_usable_size(old) && TOO_LITTLE(bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_realloc(old, bytes);
}

int posix_memalign(void **place, size_t alignment, size_t bytes) {
    if (TOO_LITTLE(bytes))
        return ENOMEM;
    *place = __libc_memalign(alignment, bytes);
    return *place ? 0 : ENOMEM;
}

void *aligned_alloc(size_t alignment, size_t bytes) {
    if (TOO_LITTLE(bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_memalign(alignment, bytes);
}
