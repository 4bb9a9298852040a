import { domainToASCII } from 'node:url';
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
  /** Those of its addresses that still have to get it; by default all. */
  recipients?: readonly string[];
  /** Whether a person wrote it, or read it before they sent it. */
  isWritten?: boolean;
}

/** A file that goes with an email. */
interface Attachment {
  filename: string;
  content: Buffer;
  contentType: string;
}

/** The outcome of an email for each of its recipients. */
export interface Outcome {
  /** The addresses that the mail server accepted it for. */
  accepted: string[];
  /** Those that it was rejected for, for good: trying again would bring the same answer. */
  rejected: string[];
  /** Why, in the mail server's words without addresses: for `to` if it is among them, else for a copy. */
  rejection: string | null;
  /** Those that may get it if it is tried again, and why they didn't. */
  deferred: string[];
  deferral: string | null;
}

/** How long a mail server may take for each step, in ms. After that the job is retried later. */
const timeoutMs = 10_000;
/** How long an email may take altogether, in ms: a server that answers a line now and then never times out for a step. */
const limitMs = 120_000;

/** After these commands the server rejects one message. After others, the server or its settings are wrong. */
const aboutMessage = ['RCPT TO', 'DATA'];

/**
 * Sends an email; without a mail server it is logged in full. An email that the server rejects for good (5xx to its recipient
 * or content) is not an error: trying again would bring the same answer, so the log says that it was rejected. Throws if
 * another attempt may succeed. Neither the error nor the log contains an address: errors stay in the queue, where operators
 * read them.
 */
export async function sendMail(mail: Mail, config: Config): Promise<void> {
  const { to, subject, text } = mail;
  if (config.smtpUrl === undefined) {
    log.info(
      { mail: { from: config.mailFrom, to, subject, text } },
      'SMTP_URL is not set: this mail was not sent',
    );
    return;
  }
  const { error } = await submit(mail, config.smtpUrl, config.mailFrom);
  if (error) throw error;
}

/** Sends an email as sendMail does, and says what became of it for each recipient: another attempt is up to the caller. */
export async function attemptMail(
  mail: Mail,
  smtpUrl: string,
  mailFrom: string,
  ms = limitMs,
): Promise<Outcome> {
  const { outcome, error } = await submit(mail, smtpUrl, mailFrom, ms);
  if (error)
    log.warn({ mailId: mail.id, reason: error.message }, 'an email was not sent, and is tried again');
  return outcome;
}

/** Submits an email to the mail server. The error, without addresses, is set if another attempt may succeed. */
async function submit(
  mail: Mail,
  smtpUrl: string,
  mailFrom: string,
  ms = limitMs,
): Promise<{ outcome: Outcome; error?: Error }> {
  const fault = await transmit(mail, smtpUrl, mailFrom, ms);
  const outcome = outcomeOf(mail, fault);
  const refusals = [...fault.rejectedErrors, ...(fault.error ? [fault.error] : [])];
  const { command, responseCode } = refusals.find(isFinal) ?? {};
  const isRejected = outcome.rejected.length > 0;
  if (isRejected)
    log.warn({ mailId: mail.id, command, responseCode }, 'the mail server rejected an email for good');
  const isSent = outcome.accepted.length > 0;
  events.mail.emit({ result: isRejected ? 'rejected' : isSent ? 'sent' : 'failed' });
  const retried = refusals.find(refusal => !isFinal(refusal));
  return outcome.deferred.length === 0
    ? { outcome }
    : { outcome, error: new Error(withoutAddresses(retried!)) };
}

/** The failure of an email for some recipients, or with `error` for all. */
interface Fault {
  error?: NodemailerError;
  rejectedErrors: readonly NodemailerError[];
}

async function transmit(mail: Mail, smtpUrl: string, mailFrom: string, ms: number): Promise<Fault> {
  const { to, cc = [], senderName, replyTo, subject, text, id, headers: given = {}, attachments = [] } = mail;
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  const sender = addressOf(mailFrom);
  const headers = Object.entries({ ...given, ...(mail.isWritten ? {} : generated) }).map(([key, value]) => ({
    key,
    value: { prepared: true, value },
  }));
  try {
    const { rejectedErrors = [] } = await transport.sendMail({
      from: senderName === undefined ? mailFrom : { name: oneLine(senderName), address: sender },
      to,
      cc: [...cc],
      // Bounces go to the address of MAIL_FROM (docs/sending-mail.md).
      envelope: { from: sender, to: [...recipientsOf(mail)] },
      replyTo,
      subject,
      text,
      headers,
      messageId: `<${id}@${domainOf(sender)}>`,
      attachments: [...attachments],
      signal: AbortSignal.timeout(ms),
    });
    return { rejectedErrors };
  } catch (thrown) {
    const error = thrown as NodemailerError;
    return { error, rejectedErrors: error.rejectedErrors ?? [] };
  } finally {
    transport.close();
  }
}

/** Headers which say that no person wrote an email, so that no one's absence is answered to it (RFC 3834). */
const generated = { 'Auto-Submitted': 'auto-generated' };

const recipientsOf = ({ to, cc = [], recipients = [to, ...cc] }: Mail): readonly string[] => recipients;

/** The address in MAIL_FROM, which may have a name before it. */
const addressOf = (mailFrom: string): string => /<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom;
const domainOf = (address: string): string => domainToASCII(address.slice(address.lastIndexOf('@') + 1));
/** An address as nodemailer names it in its errors, in lower case. */
const keyOf = (address: string): string =>
  `${address.slice(0, address.lastIndexOf('@'))}@${domainOf(address)}`.toLowerCase();

/** The outcome of an email, from the reason why it was not sent, or not to all. */
function outcomeOf(mail: Mail, { error, rejectedErrors }: Fault): Outcome {
  const refusals = new Map(rejectedErrors.map(one => [keyOf(one.recipient ?? ''), one]));
  const all = recipientsOf(mail).map(address => ({
    address,
    refusal: refusals.get(keyOf(address)) ?? error,
  }));
  const of = (belongs: (refusal: NodemailerError | undefined) => boolean) =>
    all.filter(({ refusal }) => belongs(refusal));
  const addresses = (some: typeof all) => some.map(({ address }) => address);
  const words = (some: typeof all) => (some[0] === undefined ? null : wordsOf(some[0].refusal!));
  const rejected = of(refusal => refusal !== undefined && isFinal(refusal));
  const deferred = of(refusal => refusal !== undefined && !isFinal(refusal));
  return {
    accepted: addresses(of(refusal => refusal === undefined)),
    rejected: addresses(rejected),
    rejection: words(rejected),
    deferred: addresses(deferred),
    deferral: words(deferred),
  };
}

const isFinal = ({ command = '', responseCode = 0 }: NodemailerError): boolean =>
  responseCode >= 500 && aboutMessage.includes(command);

/** The most characters that are kept of an answer. */
const maxWordsLength = 400;
/** The text around an address that mail servers quote, often in angle brackets. */
const delimiters = /([\s<>"'()]+)/;
const hideAddress = (text: string) => (text.includes('@') ? '…' : text);

/** Faults of the connection, by nodemailer's codes. */
const unreachable = ['ECONNECTION', 'ETIMEDOUT', 'EABORT', 'ESOCKET', 'EDNS'];

/** The mail server's answer about a message, without the addresses that it quoted; of other faults, what failed. */
function wordsOf(error: NodemailerError): string {
  const { response = '', responseCode, command = '', code = '', syscall } = error;
  if (syscall !== undefined || unreachable.includes(code)) return 'The mail server can’t be reached.';
  if (!aboutMessage.includes(command)) return withoutAddresses(error);
  return cut(
    oneLine(response).split(delimiters).map(hideAddress).join('').replaceAll('<…>', '…') ||
      String(responseCode),
    maxWordsLength,
  );
}

/** Why an email was not sent. The messages of mail servers quote addresses; those of system calls name the server only. */
function withoutAddresses(error: NodemailerError): string {
  const { code = 'unknown error', command = 'the connection', responseCode, syscall, message } = error;
  if (responseCode !== undefined) return `The mail server answered ${command} with ${responseCode}.`;
  return `The mail server can't be used: ${syscall === undefined ? code : message}.`;
}
