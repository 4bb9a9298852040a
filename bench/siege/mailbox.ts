import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server on this machine. */
export interface Mailbox {
  /** Its address, for SMTP_URL. */
  url: string;
  /** Waits for the first mail to an address, and answers its text. */
  mailTo(address: string): Promise<string>;
  close(): void;
}

export async function openMailbox(): Promise<Mailbox> {
  const waiting = new Map<string, PromiseWithResolvers<string>>();
  const mailOf = (address: string) => {
    const mail = waiting.get(address) ?? Promise.withResolvers<string>();
    waiting.set(address, mail);
    return mail;
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, { envelope }, done) => {
      let text = '';
      for await (const chunk of stream) text += chunk;
      mailOf(envelope.rcptTo[0]!.address).resolve(text.replaceAll('\r', ''));
      done();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mailTo: address => mailOf(address).promise,
    close: () => server.close(() => {}),
  };
}
