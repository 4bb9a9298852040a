import type { Config } from '../config.ts';
import { log } from '../log.ts';

/** A message to a person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The Message-ID's left part: an email that is sent again after a crash is the same message to the mail server. */
  id: string;
}

/** How long a mail server may take for each step, in ms. After that the job is retried later. */
const timeoutMs = 10_000;

/** Sends an email; without a mail server it is logged in full. Throws if the server rejects it. */
export async function sendMail(
  { to, subject, text, id }: Mail,
  { smtpUrl, mailFrom: from }: Config,
): Promise<void> {
  if (smtpUrl === undefined) {
    log.info({ mail: { from, to, subject, text } }, 'SMTP_URL is not set: this mail was not sent');
    return;
  }
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  try {
    await transport.sendMail({ from, to, subject, text, messageId: `<${id}@corkboard>` });
  } finally {
    transport.close();
  }
}
