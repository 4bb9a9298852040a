import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { eventually } from './eventually.ts';
import type { TestServer } from './postgres.ts';

const run = promisify(execFile);

/** Runs Docker's command line and returns what it prints. */
async function docker(timeout: number, ...args: string[]): Promise<string> {
  const { stdout } = await run('docker', args, { timeout });
  return stdout.trim();
}

/** Whether there is a Docker command line and an engine that answers it. */
export function engineAnswers(): Promise<boolean> {
  return docker(10_000, 'version', '--format', '{{.Server.Version}}').then(
    () => true,
    () => false,
  );
}

/**
 * Starts PostgreSQL in a container of this image, which Docker downloads first if it has to. `flags` are those of the
 * server. Docker removes the container once it is stopped.
 */
export async function startContainer(image: string, flags: string[]): Promise<TestServer> {
  const options = ['--detach', '--rm', '--publish', '127.0.0.1::5432', '--env', 'POSTGRES_PASSWORD=postgres'];
  const id = await docker(300_000, 'run', ...options, image, 'postgres', ...flags);
  const stop = async () => {
    await docker(30_000, 'stop', id);
  };
  try {
    const address = await docker(10_000, 'port', id, '5432/tcp');
    const url = `postgres://postgres:postgres@${address}/postgres`;
    // The image sets the database up on a Unix socket, so a server that accepts a TCP connection is ready.
    await eventually(() => accepts(url));
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  await client.connect();
  await client.end();
  return true;
}
