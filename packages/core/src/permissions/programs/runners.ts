import type { Program, Programs } from "./program.ts";

/** Programs that exist to run other programs or code. No prefix covers them; deny rules read the commands inside. */

const programsOf = (role: NonNullable<Program["role"]>, names: string): Programs =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, { role }]));

/** The last line lists shell builtins. */
export const wrappers = programsOf(
  "wrapper",
  `sudo doas pkexec runuser gosu su-exec env nice ionice chrt nohup timeout stdbuf unbuffer setsid setarch time taskset
  numactl cpulimit prlimit chronic chroot unshare nsenter setpriv capsh fakeroot bwrap firejail proot flock script
  systemd-run systemd-nspawn start-stop-daemon daemonize strace ltrace perf valgrind gdb lldb xargs parallel watch entr
  watchexec nodemon busybox toybox direnv expect rlwrap at batch crontab tmux screen dtach caffeinate npx uvx bunx pnpx
  corepack run-parts make gmake just task ninja hyperfine chpst softlimit torsocks proxychains ssh-agent xvfb-run
  dbus-run-session nix-shell guix
  command builtin exec coproc noglob nocorrect`,
);

/** The last line lists shell builtins that take code or a script. */
export const shells = programsOf(
  "shell",
  `bash sh zsh dash ash ksh mksh pdksh rbash rksh rzsh yash posh csh tcsh fish elvish nu xonsh pwsh powershell cmd
  su ssh mosh rsh sshpass
  eval source . trap alias complete bind`,
);

/** Also editors, pagers and databases, which can run commands, and test runners, which run files. */
export const interpreters = programsOf(
  "interpreter",
  `python python2 python3 pypy pypy3 ipython node nodejs deno bun tsx ts-node perl ruby irb php lua luajit tclsh wish
  awk gawk mawk nawk R Rscript julia groovy scala java jshell osascript guile racket ghci runghc elixir erl escript
  swift dart bc dc m4 sqlite3 psql mysql mongo mongosh redis-cli ed ex vi vim nvim view emacs nano less more most
  pytest jest vitest mocha cmake`,
);
