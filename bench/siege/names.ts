import { execFileSync } from 'node:child_process';
import dns from 'node:dns';
import { constants, mkdtempSync, open, openSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Loaded into web before everything else: names below silent.example have a name server that never answers. As with the
// system's own resolver, each look-up then keeps one of the process's threads for a long time. Opening a pipe that no process
// writes to does the same.

/** How long a system waits for a silent name server, in ms. */
const silentMs = 20_000;
const folder = mkdtempSync(join(tmpdir(), 'corkboard-names-'));
const { lookup } = dns;
let pipes = 0;

function silence(done: (error: Error) => void): void {
  const pipe = join(folder, `${++pipes}`);
  execFileSync('mkfifo', [pipe]);
  open(pipe, 'r', () => done(Object.assign(new Error('queryA ETIMEOUT'), { code: 'EAI_AGAIN' })));
  setTimeout(() => end(pipe), silentMs).unref();
}

/** Opening the pipe for writing ends the wait of its readers. */
const end = (pipe: string) => openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);

// A process that exits waits for its threads first.
process.once('exit', () => {
  for (let n = 1; n <= pipes; n++) end(join(folder, `${n}`));
});

Object.assign(dns, {
  lookup: (name: string, ...rest: unknown[]) =>
    name.endsWith('.silent.example')
      ? silence(rest.at(-1) as (error: Error) => void)
      : (lookup as (...all: unknown[]) => unknown)(name, ...rest),
});
syncBuiltinESMExports();
