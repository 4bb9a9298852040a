import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { TestFn } from 'ava';
import { SMTPServer } from 'smtp-server';
import { work } from '../../src/jobs/work.ts';
import { eventually } from './eventually.ts';
import { workerConfig } from './hooks.ts';
import type { World } from './world.ts';

/** A mail as a mail server received it. */
export interface Received {
  to: string;
  subject: string;
  messageId: string;
  /** The text, with lines put together again that were broken for the way. */
  text: string;
}

export interface Mailbox {
  /** Every mail so far, the oldest first. */
  mails: Received[];
  /** The variables of a worker that sends to it. */
  env: () => Record<string, string>;
  /** Waits until no job that mails is left; answers the mails to an address, in upper or lower case. */
  to(address: string): Promise<Received[]>;
}

/** A mail server, and a worker on a world's database that sends its mails there. */
export function mailbox(test: TestFn, w: World): Mailbox {
  const mails: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, { envelope }, done) => {
      let raw = '';
      for await (const chunk of stream) raw += chunk;
      mails.push(read(envelope.rcptTo[0]!.address, raw));
      done();
    },
  });
  const env = () => ({
    SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    PUBLIC_URL: 'https://console.example',
  });
  let stop = async () => {};
  test.serial.before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    ({ stop } = await work(workerConfig(env()), w.serviceUrl));
  });
  w.atEnd(async () => {
    await stop();
    await new Promise<void>(done => server.close(done));
  });
  return {
    mails,
    env,
    to: async address => {
      const onTheirWay = `select from graphile_worker.jobs where task_identifier like 'mail\\_%' limit 1`;
      await eventually(async () => (await w.db.query(onTheirWay)).rowCount === 0);
      return mails.filter(({ to }) => to.toLowerCase() === address.toLowerCase());
    },
  };
}

function read(to: string, raw: string): Received {
  const [, head = '', body = ''] = /^([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(raw) ?? [];
  const header = (name: string) =>
    new RegExp(`^${name}:(.*(?:\\r\\n[ \\t].*)*)`, 'mi').exec(head)?.[1]?.replace(/\r\n/g, '').trim() ?? '';
  const text = body.replace(/=\r\n/g, '').replaceAll('=3D', '=').replaceAll('\r', '');
  return { to, subject: header('Subject'), messageId: header('Message-ID'), text };
}

/** The code in a mail: eight characters, alone on a line. Throws if there is none. */
export const codeIn = ({ text }: Received): string => /^[2-9A-HJ-NP-Z]{8}$/m.exec(text)![0];

/** A code that is not this one. */
export const otherThan = (code: string): string => code.replace(/^./, first => (first === 'A' ? 'B' : 'A'));
