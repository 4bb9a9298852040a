import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { freePort } from '../../harness/listen.ts';
import { eventually } from './eventually.ts';
import { newFolder } from './folder.ts';

/** An installed PgBouncer, and its version as a number: 1.21 is 121. */
export interface PgBouncer {
  program: string;
  version: number;
}

/**
 * The PgBouncers named in PGBOUNCER (paths separated by colons), otherwise the installed one; empty if there is none.
 */
export function installed(): PgBouncer[] {
  const programs = process.env.PGBOUNCER?.split(':') ?? ['pgbouncer', '/usr/sbin/pgbouncer'];
  const found = programs.flatMap(program => {
    try {
      const said = execFileSync(program, ['--version'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(said)!;
      return [{ program, version: Number(major) * 100 + Number(minor) }];
    } catch {
      return [];
    }
  });
  return process.env.PGBOUNCER ? found : found.slice(0, 1);
}

/** Starts a PgBouncer in front of a database until the test ends. Returns the database's address through it. */
export async function startPgBouncer(
  t: Pick<ExecutionContext, 'teardown'>,
  { program }: PgBouncer,
  databaseUrl: string,
  settings: Record<string, string | number>,
): Promise<string> {
  const { hostname, port: behind, pathname, username, password } = new URL(databaseUrl);
  const folder = await newFolder(t);
  const port = await freePort();
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    ...settings,
  }).map(([name, value]) => `${name} = ${value}`);
  const file = join(folder, 'pgbouncer.ini');
  const to = `host=${hostname} port=${behind} dbname=${pathname.slice(1)} user=${username} password='${decodeURIComponent(password)}'`;
  await writeFile(file, ['[databases]', `pooled = ${to}`, '[pgbouncer]', ...lines, ''].join('\n'));
  // PgBouncer refuses to run as root.
  const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const child = spawn(program, [file], { stdio: ['ignore', 'ignore', 'ignore'], ...nobody });
  t.teardown(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  await eventually(async () => child.exitCode !== null || (await answers(port)));
  if (child.exitCode !== null) throw new Error(`${program} does not start.`);
  return `postgres://${username}@127.0.0.1:${port}/pooled`;
}

const answers = (port: number) =>
  new Promise<boolean>(done => {
    const socket = connect(port, '127.0.0.1', () => done(true));
    socket.on('error', () => done(false)).on('connect', () => socket.destroy());
  });
