import type { NodemailerError } from 'nodemailer';
import type { Config } from '../config.ts';
import { log } from '../log.ts';
import { events } from '../telemetry/events.ts';

/** A message to a person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The Message-ID's left part: an email that is sent again after a crash is the same message to the mail server. */
  id: string;
  /** Further headers, by name. Their values are sent as they are, without line breaks. */
  headers?: Record<string, string>;
}

/** How long a mail server may take for each step, in ms. After that the job is retried later. */
const timeoutMs = 10_000;

/** After these commands the server rejects one message. After others, the server or its settings are wrong. */
const aboutMessage = ['RCPT TO', 'DATA'];

/**
 * Sends an email; without a mail server it is logged in full. An email that the server rejects for good (5xx to its recipient
 * or content) is not an error: trying again would bring the same answer, so the log says that it was rejected. Throws if
 * another try may succeed. Neither the error nor the log contains an address: errors stay in the queue, where operators
 * read them.
 */
export async function sendMail(mail: Mail, config: Config): Promise<void> {
  const { id, to, subject, text } = mail;
  const { smtpUrl, mailFrom: from } = config;
  if (smtpUrl === undefined) {
    log.info({ mail: { from, to, subject, text } }, 'SMTP_URL is not set: this mail was not sent');
    return;
  }
  try {
    await submit(mail, smtpUrl, from);
    events.mail.emit({ result: 'sent' });
  } catch (error) {
    const { command = '', responseCode = 0 } = error as NodemailerError;
    const isFinal = responseCode >= 500 && aboutMessage.includes(command);
    events.mail.emit({ result: isFinal ? 'rejected' : 'failed' });
    if (!isFinal) throw new Error(withoutAddresses(error as NodemailerError));
    log.warn({ mailId: id, command, responseCode }, 'the mail server rejected an email for good');
  }
}

async function submit(
  { to, subject, text, id, headers: given = {} }: Mail,
  smtpUrl: string,
  from: string,
): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  const headers = Object.entries(given).map(([key, value]) => ({ key, value: { prepared: true, value } }));
  try {
    await transport.sendMail({ from, to, subject, text, headers, messageId: `<${id}@corkboard>` });
  } finally {
    transport.close();
  }
}

/** Why an email was not sent. The messages of mail servers quote addresses; those of system calls name the server only. */
function withoutAddresses(error: NodemailerError): string {
  const { code = 'unknown error', command = 'the connection', responseCode, syscall, message } = error;
  if (responseCode !== undefined) return `The mail server answered ${command} with ${responseCode}.`;
  return `The mail server can't be used: ${syscall === undefined ? code : message}.`;
}
