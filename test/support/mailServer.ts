import { SMTPServer } from 'smtp-server';
import { listen } from '../../harness/listen.ts';

/** An email as a mail server received it. */
export interface Mail {
  from: string;
  to: string;
  /** All recipients. */
  recipients: string[];
  /** The whole message, as it came over the wire. */
  raw: string;
  subject: string;
  replyTo: string;
  messageId: string;
  /** The names of the attached files. */
  files: string[];
  /** The text, without the line breaks that the transport added. */
  text: string;
}

/** How a mail server refuses: with this status, when a client connects or after this command. */
export interface Refusal {
  at: 'connection' | 'MAIL' | 'RCPT' | 'DATA';
  status: number;
  /** Only this recipient, or emails of which it is the first, are refused. */
  of?: string;
}

export type MailServer = ReturnType<typeof mailServer>;

/** A mail server that accepts everything until it is told otherwise; `heard` is called with each email. */
export function mailServer(heard: (mail: Mail) => void = () => {}) {
  const self = {
    /** How it refuses from now on; null: it accepts everything. */
    refusal: null as Refusal | null,
    /** Every email so far, the oldest first. */
    mails: [] as Mail[],
    /** Its address, for SMTP_URL. Available once it is open. */
    url: () => `smtp://127.0.0.1:${port}`,
    open: async () => {
      port = await listen(server.server);
    },
    close: () => new Promise<void>(done => server.close(done)),
  };
  let port = 0;
  /** Accepts, or refuses with a message that quotes an address, as real servers do. */
  const answer = (at: Refusal['at'], done: (error?: Error) => void, to?: string) => {
    const { refusal } = self;
    if (refusal?.at !== at || (refusal.of ?? to) !== to) return done();
    done(Object.assign(new Error('<gone@client.example>: no such user'), { responseCode: refusal.status }));
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => answer('connection', done),
    onMailFrom: (_address, _session, done) => answer('MAIL', done),
    onRcptTo: ({ address }, _session, done) => answer('RCPT', done, address),
    onData: async (stream, { envelope }, done) => {
      let raw = '';
      for await (const chunk of stream) raw += chunk;
      const recipients = envelope.rcptTo.map(({ address }) => address);
      if (self.refusal?.at === 'DATA' && (self.refusal.of ?? recipients[0]) === recipients[0])
        return answer('DATA', done, recipients[0]);
      const from = (envelope.mailFrom as { address: string }).address;
      const mail = { from, to: recipients[0]!, recipients, raw, ...read(raw) };
      self.mails.push(mail);
      heard(mail);
      done();
    },
  });
  // A client that hangs up in the middle of a message.
  server.on('error', () => {});
  return self;
}

function read(raw: string): Pick<Mail, 'subject' | 'replyTo' | 'messageId' | 'files' | 'text'> {
  const [, head = '', body = ''] = /^([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(raw) ?? [];
  const header = (name: string) =>
    new RegExp(`^${name}:(.*(?:\\r\\n[ \\t].*)*)`, 'mi').exec(head)?.[1]?.replace(/\r\n/g, '').trim() ?? '';
  const [, boundary] = /boundary="([^"]+)"/.exec(header('Content-Type')) ?? [];
  // An email with files has its text in the first part.
  const own =
    boundary === undefined ? body : body.split(`--${boundary}`)[1]!.replace(/^[\s\S]*?\r\n\r\n/, '');
  const files = [...raw.matchAll(/^Content-Disposition: attachment; filename="?([^"\r;]+)/gm)].map(
    ([, name]) => name!,
  );
  const text = own.replace(/=\r\n/g, '').replaceAll('=3D', '=').replaceAll('\r', '');
  return {
    subject: header('Subject'),
    replyTo: header('Reply-To'),
    messageId: header('Message-ID'),
    files,
    text,
  };
}
