import type { TestFn } from 'ava';
import { work } from '../../src/jobs/work.ts';
import { consoleWorld } from './console.ts';
import { eventually } from './eventually.ts';
import { workerConfig } from './hooks.ts';
import { mailServer } from './mailServer.ts';
import type { World } from './world.ts';

/** The world of tests of the console whose web has a mail server, which the files of a thread share. */
export const mailWorld = (test: TestFn): World =>
  consoleWorld(test, 'mail', { SMTP_URL: 'smtp://127.0.0.1:9' });

const mailboxes = new WeakMap<World, ReturnType<typeof newMailbox>>();

/** A mail server, and a worker on a world's database that sends its emails there; one for all files that share the world. */
export function mailbox(test: TestFn, w: World) {
  const { box, open } = mailboxes.get(w) ?? newMailbox(w);
  mailboxes.set(w, { box, open });
  test.serial.before(open);
  return box;
}

function newMailbox(w: World) {
  const server = mailServer();
  /** The environment variables of a worker that sends to it. */
  const env = () => ({ SMTP_URL: server.url(), PUBLIC_URL: 'https://console.example' });
  const start = async () => {
    await server.open();
    const { stop } = await work(workerConfig(env()), w.serviceUrl);
    w.atEnd(async () => {
      await stop();
      await server.close();
    });
  };
  let started: Promise<void> | undefined;
  const open = () => {
    started ??= start();
    return started;
  };
  /** Waits until no job that sends emails is left. */
  const mailed = async () => {
    const onTheirWay = `select 1 from graphile_worker.jobs where task_identifier like 'mail\\_%' limit 1`;
    await eventually(async () => (await w.sql(onTheirWay)).length === 0);
  };
  /** Waits until no job that sends emails is left. Returns the emails to an address, ignoring case. */
  const to = async (address: string) => {
    await mailed();
    return server.mails.filter(mail => mail.to.toLowerCase() === address.toLowerCase());
  };
  /** The code in the last email with one to an address: eight characters, alone on a line. */
  const codeFor = async (address: string): Promise<string> =>
    (await to(address)).flatMap(({ text }) => /^[2-9A-HJ-NP-Z]{8}$/m.exec(text) ?? []).at(-1)!;
  return { box: { server, mails: server.mails, env, mailed, to, codeFor }, open };
}

/** A code that is not this one. */
export const otherThan = (code: string): string => code.replace(/^./, first => (first === 'A' ? 'B' : 'A'));
