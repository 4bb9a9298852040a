import { isIP } from 'node:net';
import { z } from 'zod';
import { completeAddress, type Rule, rules } from './database/address.ts';
import { StartError } from './errors/startError.ts';

/** The log levels, from the one that logs least to the one that logs most. */
const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

const must = (...[expectation, holds]: Rule) =>
  z.string().refine(holds, { error: `must be ${expectation}`, abort: true });

/** Whether a text is one line without spaces around it. The usual cause of another one is a copied line break. */
const isLine = (text: string) => text.trim() === text && !/\p{Cc}/u.test(text);

/** Text without what is copied along by mistake: `production` and a line break is not `production`. */
const line = must('one line without spaces around it', isLine);

const whole = (least: number, most: number) =>
  must(
    `a whole number from ${least} to ${most}`,
    text => /^\d{1,9}$/.test(text) && +text >= least && +text <= most,
  ).transform(Number);

const yesOrNo = must('true or false', text => text === 'true' || text === 'false')
  .default('false')
  .transform(text => text === 'true');

const address = (...schemes: string[]) =>
  line.refine(
    text =>
      schemes.some(
        scheme => text.startsWith(`${scheme}://`) && URL.canParse(text) && namesHost(new URL(text)),
      ),
    {
      error: `must be an address that begins with ${schemes.map(scheme => `${scheme}://`).join(' or ')} and a host`,
      abort: true,
    },
  );

/** Whether the address of a database names a host: by itself, or as PostgreSQL's own clients name the folder of a socket. */
const namesHost = ({ hostname, searchParams }: URL) => hostname !== '' || Boolean(searchParams.get('host'));

const ownAddress = must('an address of this machine, like 127.0.0.1', text => isIP(text) !== 0);

/** Whether a text is a key as `openssl rand -base64 32` makes it. */
const isKey = (text: string) => /^[A-Za-z0-9+/]{43}=$/.test(text);

/** Whether a text is an email address, alone or as `Name <address>`. */
const isMailbox = (text: string) => z.email().safeParse(/^[^<>]*<([^<>]+)>$/.exec(text)?.[1] ?? text).success;

/** An address that a path can be appended to. */
const base = (...schemes: string[]) =>
  address(...schemes).refine(text => !/[@?#]/.test(text), {
    error: 'must be an address without user name, query and fragment',
  });

/** Every environment variable that the service reads; docs/operating.md explains them. */
const Environment = z
  .object({
    DATABASE_URL: address('postgres', 'postgresql').optional(),
    PGSSLMODE: must(...rules.sslmode).optional(),
    PGSSLROOTCERT: must(...rules.sslrootcert).optional(),
    PGSSLCERT: must(...rules.sslcert).optional(),
    PGSSLKEY: must(...rules.sslkey).optional(),
    PGSSLNEGOTIATION: must(...rules.sslnegotiation).optional(),
    DATA_DIR: line.default('.data'),
    HOST: ownAddress.optional(),
    PORT: whole(0, 65535).default(3000),
    METRICS_PORT: whole(0, 65535).optional(),
    METRICS_HOST: ownAddress.default('127.0.0.1'),
    PUBLIC_URL: base('http', 'https').optional(),
    TRUST_PROXY: whole(0, 100).default(0),
    LOG_LEVEL: z
      .enum(logLevels, { error: `must be ${logLevels.slice(0, -1).join(', ')} or ${logLevels.at(-1)}` })
      .default('info'),
    WEB_POOL_SIZE: whole(1, 1000).default(8),
    WORKER_POOL_SIZE: whole(2, 1000).default(8),
    CITUS_READ_FROM_NODES: yesOrNo,
    // Most jobs wait for someone else's server, and hold no connection while they do.
    WORKER_CONCURRENCY: whole(1, 10_000).default(1_000),
    WEBHOOK_ALLOW_PRIVATE: yesOrNo,
    SECRETS_KEY: must('32 random bytes in base64, or several of these with commas between', text =>
      text.split(',').every(isKey),
    )
      .transform(text => text.split(',').map(key => Buffer.from(key, 'base64')))
      .optional(),
    AI_BASE_URL: base('http', 'https').optional(),
    AI_API_KEY: must('printable characters without spaces', text => /^[!-~]+$/.test(text)).optional(),
    AI_MODEL: must('the name of a model', text => isLine(text) && text.length <= 200).optional(),
    SMTP_URL: address('smtp', 'smtps').optional(),
    MAIL_FROM: must(
      'an email address, like corkboard@example.com',
      text => isLine(text) && isMailbox(text),
    ).optional(),
    EXTRA_FONTS: yesOrNo,
    // Another spelling would leave out what production checks.
    NODE_ENV: must(
      'production, in full and in small letters, or another word',
      text => isLine(text) && (text === 'production' || !/^prod/i.test(text)),
    ).optional(),
    ALLOW_HTTP: yesOrNo,
    ALLOW_LOGGED_MAIL: yesOrNo,
  })
  .refine(env => !env.WEBHOOK_ALLOW_PRIVATE || env.NODE_ENV !== 'production', {
    path: ['WEBHOOK_ALLOW_PRIVATE'],
    error: 'must not be true where NODE_ENV is production',
  })
  .superRefine((env, { addIssue }) => {
    const { AI_BASE_URL, AI_API_KEY, AI_MODEL } = env;
    const missing = (name: string, beside: string) =>
      addIssue({ code: 'custom', path: [name], message: `must be set, because ${beside} is` });
    if (AI_BASE_URL !== undefined && AI_MODEL === undefined) missing('AI_MODEL', 'AI_BASE_URL');
    if (AI_BASE_URL === undefined && AI_MODEL !== undefined) missing('AI_BASE_URL', 'AI_MODEL');
    if (AI_BASE_URL === undefined && AI_API_KEY !== undefined) missing('AI_BASE_URL', 'AI_API_KEY');
  })
  .transform(env => ({
    /** With all that variables say of TLS. Undefined: the embedded database in `dataDir`. */
    databaseUrl: env.DATABASE_URL === undefined ? undefined : completeAddress(env.DATABASE_URL, env),
    dataDir: env.DATA_DIR,
    /** The address to listen on; undefined: all. The embedded database is for work on one's own machine. */
    host: env.HOST ?? (env.DATABASE_URL === undefined ? '127.0.0.1' : undefined),
    /** 0: any free port. */
    port: env.PORT,
    /** Where metrics are served; undefined: nowhere. 0: any free port. */
    metricsPort: env.METRICS_PORT,
    /** The address that metrics are served on. They need no key, so by default nobody else can read them. */
    metricsHost: env.METRICS_HOST,
    /** The address that clients see, without a trailing slash. */
    publicUrl: env.PUBLIC_URL?.replace(/(?<!\/)\/+$/, ''),
    /** How many of the proxies that a request came through are ours, and so tell the truth about where it came from. */
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    webPoolSize: env.WEB_POOL_SIZE,
    workerPoolSize: env.WORKER_POOL_SIZE,
    /** Whether web reads on the nodes of a Citus cluster, over connections of its own to them. */
    citusReadFromNodes: env.CITUS_READ_FROM_NODES,
    workerConcurrency: env.WORKER_CONCURRENCY,
    /** Whether webhooks may go to private addresses and by http. */
    webhookAllowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
    /** The keys that encrypt signing secrets: the first encrypts, all decrypt; none: they are stored as they are. */
    secretsKeys: env.SECRETS_KEY ?? [],
    /** Where revisions are classified; undefined: nowhere. Local models need no key. */
    classification:
      env.AI_BASE_URL === undefined
        ? undefined
        : {
            baseUrl: env.AI_BASE_URL.replace(/(?<!\/)\/+$/, ''),
            apiKey: env.AI_API_KEY,
            model: env.AI_MODEL!,
          },
    /** Undefined: the owner's mail is logged and not sent. */
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? 'corkboard@localhost',
    /** Whether the workers' machines have fonts for the scripts that those of the PDFs lack. */
    extraFonts: env.EXTRA_FONTS,
    isProduction: env.NODE_ENV === 'production',
    /** Whether production may be reached by plain http. */
    allowHttp: env.ALLOW_HTTP,
    /** Whether production may log its mail instead of sending it. */
    allowLoggedMail: env.ALLOW_LOGGED_MAIL,
  }));

export type Config = z.infer<typeof Environment>;

/** The address that people and programs reach the service at; `port` is the one that it listens on. */
export const baseUrl = ({ publicUrl, port: asked }: Config, port = asked): string =>
  publicUrl ?? `http://localhost:${port}`;

/** Reads the environment; an empty variable counts as unset. Throws StartError naming the variable and what it must be. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StartError(`${String(issue?.path[0])} ${issue?.message}.`);
}

/**
 * Throws StartError, naming the variable, if production would log sign-in codes or send them and session cookies in plain
 * text. For the processes that serve: a release and the operator's command do neither.
 */
export function checkProduction(config: Config): void {
  if (!config.isProduction) return;
  if (config.smtpUrl === undefined && !config.allowLoggedMail) {
    throw new StartError(
      'SMTP_URL must be set where NODE_ENV is production, because mail is logged without it, sign-in codes too: if that is intended, set ALLOW_LOGGED_MAIL=true.',
    );
  }
  if (!config.publicUrl?.startsWith('https://') && !config.allowHttp) {
    throw new StartError(
      'PUBLIC_URL must be the https:// address that clients see where NODE_ENV is production, because keys and sessions are sent in plain text without it: if that is intended, set ALLOW_HTTP=true.',
    );
  }
}
