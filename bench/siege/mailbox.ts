import { mailServer } from '../../test/support/mailServer.ts';

/** A mail server on this machine. */
export interface Mailbox {
  /** Its address, for SMTP_URL. */
  url: string;
  /** Waits for the first email to an address, and returns its text. */
  mailTo(address: string): Promise<string>;
  close(): Promise<void>;
}

export async function openMailbox(): Promise<Mailbox> {
  const waiting = new Map<string, PromiseWithResolvers<string>>();
  const mailOf = (address: string) => {
    const mail = waiting.get(address) ?? Promise.withResolvers<string>();
    waiting.set(address, mail);
    return mail;
  };
  const server = mailServer(({ to, text }) => mailOf(to).resolve(text));
  await server.open();
  return { url: server.url(), mailTo: address => mailOf(address).promise, close: server.close };
}
