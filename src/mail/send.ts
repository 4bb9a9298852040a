import type { NodemailerError } from 'nodemailer';
import type { Config } from '../config.ts';
import { log } from '../log.ts';
import { events } from '../telemetry/events.ts';
import { cut } from '../vocabulary/cut.ts';
import { oneLine } from '../vocabulary/text.ts';

/** A message to a person. */
export interface Mail {
  to: string;
  cc?: readonly string[];
  /** Whose name the client sees as the sender; by default that of MAIL_FROM. */
  senderName?: string;
  /** The address that replies go to; by default that of MAIL_FROM. */
  replyTo?: string;
  subject: string;
  text: string;
  /** The Message-ID's left part: an email that is sent again after a crash is the same message to the mail server. */
  id: string;
  /** Further headers, by name. Their values are sent as they are, without line breaks. */
  headers?: Record<string, string>;
  attachments?: readonly Attachment[];
}

/** A file that goes with an email. */
interface Attachment {
  filename: string;
  content: Buffer;
  contentType: string;
}

/** What became of an email. */
export interface Receipt {
  /** Whether the mail server accepted it for its recipient, and not only for others. */
  isAccepted: boolean;
  /** Why it was rejected, or a copy of it: the mail server's words, without addresses. Null: nothing was. */
  words: string | null;
}

/** How long a mail server may take for each step, in ms. After that the job is retried later. */
const timeoutMs = 10_000;

/** After these commands the server rejects one message. After others, the server or its settings are wrong. */
const aboutMessage = ['RCPT TO', 'DATA'];

type Refusal = Pick<NodemailerError, 'response' | 'responseCode' | 'rejectedErrors'>;

const accepted: Receipt = { isAccepted: true, words: null };

/**
 * Sends an email; without a mail server it is logged in full. An email that the server rejects for good (5xx to its recipient
 * or content) is not an error: trying again would bring the same answer, so the log says that it was rejected. Throws if
 * another try may succeed. Neither the error nor the log contains an address: errors stay in the queue, where operators
 * read them.
 */
export async function sendMail(mail: Mail, config: Config): Promise<Receipt> {
  const { id, to, subject, text } = mail;
  const { smtpUrl, mailFrom: from } = config;
  if (smtpUrl === undefined) {
    log.info({ mail: { from, to, subject, text } }, 'SMTP_URL is not set: this mail was not sent');
    return accepted;
  }
  try {
    const receipt = await submit(mail, smtpUrl, from);
    events.mail.emit({ result: receipt.isAccepted ? 'sent' : 'rejected' });
    return receipt;
  } catch (error) {
    const { command = '', responseCode = 0 } = error as NodemailerError;
    const isFinal = responseCode >= 500 && aboutMessage.includes(command);
    events.mail.emit({ result: isFinal ? 'rejected' : 'failed' });
    if (!isFinal) throw new Error(withoutAddresses(error as NodemailerError));
    log.warn({ mailId: id, command, responseCode }, 'the mail server rejected an email for good');
    return { isAccepted: false, words: wordsOf(error as NodemailerError, to) };
  }
}

async function submit(mail: Mail, smtpUrl: string, mailFrom: string): Promise<Receipt> {
  const { to, cc = [], senderName, replyTo, subject, text, id, headers: given = {}, attachments = [] } = mail;
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  const headers = Object.entries(given).map(([key, value]) => ({ key, value: { prepared: true, value } }));
  const from =
    senderName === undefined
      ? mailFrom
      : { name: oneLine(senderName), address: /<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom };
  try {
    const { rejectedErrors = [] } = await transport.sendMail({
      from,
      to,
      cc: [...cc],
      replyTo,
      subject,
      text,
      headers,
      messageId: `<${id}@corkboard>`,
      attachments: [...attachments],
    });
    // The server accepted it for the others, so trying again would send it to them twice.
    const [refusal] = rejectedErrors;
    if (refusal === undefined) return accepted;
    const isAccepted = !rejectedErrors.some(({ recipient }) => recipient === to);
    return { isAccepted, words: wordsOf({ ...refusal, rejectedErrors }, to) };
  } finally {
    transport.close();
  }
}

/** The most characters that are kept of an answer. */
const longestWords = 400;
/** What mail servers quote: an address, often in angle brackets. */
const address = /<?[^\s<>"'()]+@[^\s<>"'()]+>?/g;

/** What the mail server said, about this address if it rejected several, without the addresses that it quoted. */
function wordsOf(error: Refusal, to: string): string {
  const { response = '', responseCode = 0 } =
    error.rejectedErrors?.find(({ recipient }) => recipient === to) ?? error;
  return cut(oneLine(response).replace(address, '…') || String(responseCode), longestWords);
}

/** Why an email was not sent. The messages of mail servers quote addresses; those of system calls name the server only. */
function withoutAddresses(error: NodemailerError): string {
  const { code = 'unknown error', command = 'the connection', responseCode, syscall, message } = error;
  if (responseCode !== undefined) return `The mail server answered ${command} with ${responseCode}.`;
  return `The mail server can't be used: ${syscall === undefined ? code : message}.`;
}
