/*
 * A disk that loses its power keeps what was synced, and may lose the rest. Loaded before the C library
 * (LD_PRELOAD), this keeps a copy of exactly that: of each file as it was at its last fsync (SYNCED/i<inode>),
 * of each folder the names that it had at its last fsync (SYNCED/d<inode>). power-cut.ts builds a data
 * directory from them.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static int (*real_fsync)(int);
static int (*real_fdatasync)(int);

static int is_watched(int fd, char *path, size_t size) {
  const char *watched = getenv("SYNCED_OF");
  char link[64];
  if (!watched) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, size - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strncmp(path, watched, strlen(watched)) == 0;
}

static void keep_file(const char *path, const struct stat *seen) {
  char kept[4096], part[4200], buffer[65536];
  snprintf(kept, sizeof kept, "%s/i%lu", getenv("SYNCED"), (unsigned long)seen->st_ino);
  snprintf(part, sizeof part, "%s.%d.part", kept, (int)gettid());
  int from = open(path, O_RDONLY), to = open(part, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ssize_t read_bytes;
  while (from >= 0 && (read_bytes = read(from, buffer, sizeof buffer)) > 0)
    if (write(to, buffer, read_bytes) != read_bytes) abort();
  close(from);
  close(to);
  rename(part, kept);
}

static void keep_folder(const char *path, const struct stat *seen) {
  char kept[4096], part[4200];
  snprintf(kept, sizeof kept, "%s/d%lu", getenv("SYNCED"), (unsigned long)seen->st_ino);
  snprintf(part, sizeof part, "%s.%d.part", kept, (int)gettid());
  FILE *to = fopen(part, "w");
  DIR *folder = opendir(path);
  struct dirent *entry;
  struct stat found;
  while (to && folder && (entry = readdir(folder))) {
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    /* Not d_ino: an overlay file system names another number there than stat does. */
    if (fstatat(dirfd(folder), entry->d_name, &found, AT_SYMLINK_NOFOLLOW) != 0) continue;
    fprintf(to, "%lu %c %s\n", (unsigned long)found.st_ino, S_ISDIR(found.st_mode) ? 'd' : 'i', entry->d_name);
  }
  if (folder) closedir(folder);
  if (to) fclose(to);
  rename(part, kept);
}

/* One at a time: a folder read earlier must not replace what another thread read later. */
static void keep(int fd) {
  char path[4096], lock_path[4200];
  struct stat seen;
  if (!is_watched(fd, path, sizeof path) || fstat(fd, &seen) != 0) return;
  snprintf(lock_path, sizeof lock_path, "%s/lock", getenv("SYNCED"));
  int lock = open(lock_path, O_RDONLY | O_CREAT, 0600);
  if (lock < 0 || flock(lock, LOCK_EX) != 0) abort();
  if (S_ISDIR(seen.st_mode)) keep_folder(path, &seen);
  else keep_file(path, &seen);
  close(lock);
}

int fsync(int fd) {
  if (!real_fsync) real_fsync = dlsym(RTLD_NEXT, "fsync");
  int result = real_fsync(fd);
  if (result == 0) keep(fd);
  return result;
}

int fdatasync(int fd) {
  if (!real_fdatasync) real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  int result = real_fdatasync(fd);
  if (result == 0) keep(fd);
  return result;
}
