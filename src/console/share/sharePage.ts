import type { z } from 'zod';
import { actionQuery } from '../../actions/actionQuery.ts';
import type { Action } from '../../actions/define.ts';
import { sha256 } from '../../actions/fields.ts';
import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import type { DocumentFile } from '../../documents/documentFile.ts';
import type { Localizer } from '../../documents/localizer.ts';
import { Failure } from '../../errors/failure.ts';
import type { MessageKey } from '../../languages/messages.ts';
import { type Field, fieldsOf } from '../forms/fields.ts';
import { type Html, html } from '../html/html.ts';
import type { RejectedForm } from '../requests/pageContext.ts';
import { PageError } from '../requests/pageError.ts';
import { pageNumber } from '../requests/query.ts';
import { type Declaration, declarationIn, shownDeclaration } from './declaration.ts';

// The pages behind share links. They need no sign-in, and anyone who has the link counts as the client: they show what
// is meant for the client and nothing else of the workspace.

/** The request, as passed to the query of a share page. */
interface LinkVisit {
  token: string;
  /** The workspace of the link, if it is known. */
  workspaceId: string | null;
  /** Whether this is a page view: a browser navigated to the page, and didn't only prefetch it. */
  isPageView: boolean;
  /** SHA-256 of the browser's session, if there is one: page views of the workspace's own members don't count. */
  session: Buffer;
}

/** A client on a page. */
export interface SharePageContext {
  /** The query of its address. */
  search: URLSearchParams;
  /** The page's own path. */
  here: string;
  workspaceId: string;
  /** How the page writes. */
  localizer: Localizer;
  /** The form that the client just sent, if it was rejected. */
  rejected?: RejectedForm | undefined;
}

/** An action of a client on a page. */
export interface ClientPost {
  /** `approve`: the last part of its path. */
  verb: string;
  button: MessageKey;
  /** They have their labels and hints by `labels`. */
  fields: readonly Field[];
  labels: Record<string, { label: MessageKey; hint?: MessageKey }>;
  /** Is shown beside the field of the name. The form sends back its SHA-256 as `declaration`. */
  declaration?: Declaration;
  /**
   * The fields that the form sends. Those of documents have the name that the client gives, as `by`, and what the client saw:
   * the `version`, or the hash of the `document`.
   */
  input: z.ZodObject;
  /**
   * The name of a field that people don't see, in forms that programs find and fill in. A form in which it has a value is
   * answered as if it were done, and nothing is stored.
   */
  honeypot?: string;
  /** The query of the page that says that it is done, if nothing that the page reads says so. */
  doneQuery?: string;
  /** A query of one row, on `begun` (sql/functions/share_links/begin_client_action.sql). */
  sqlCall: (input: Record<string, unknown>, from: Sender) => FragmentSqlToken;
}

/** The project that a client's form is about. */
export const projectBegun = sql.fragment`begun.project_id`;

/** The fields of a client's form, with labels and hints in the language of its page. */
export const fieldsIn = (
  { fields, labels, declaration }: Pick<ClientPost, 'fields' | 'labels' | 'declaration'>,
  { language, messages }: Localizer,
): Field[] =>
  fields.map(field => {
    const named = labels[field.name];
    if (named === undefined) return field;
    const { label, hint } = named;
    const declared =
      field.name === 'by' && declaration ? declarationIn(language, declaration).text : undefined;
    return { ...field, label: messages(label), hint: declared ?? (hint && messages(hint)) };
  });

/**
 * The form of an action that a client does under their name, which sends what the client saw. `record`: what it is about, of
 * `begun`.
 */
export function byClient(
  verb: string,
  action: Action,
  record: FragmentSqlToken,
  texts: Pick<ClientPost, 'button' | 'declaration'> & { hint?: MessageKey },
): ClientPost {
  const { declaration } = texts;
  const required: z.ZodObject =
    'version' in action.input.shape
      ? action.input.required({ by: true, version: true })
      : action.input.required({ by: true, document: true });
  // Pages of 1.0.0 don't send what they showed beside the name.
  const input = declaration ? required.extend({ declaration: sha256.optional() }) : required;
  return {
    verb,
    button: texts.button,
    input,
    fields: fieldsOf(input, {
      by: { autocomplete: 'name' },
      reason: { kind: 'textarea' },
      document: { hidden: true },
      version: { hidden: true },
      declaration: { hidden: true },
    }),
    labels: {
      by: { label: 'yourName', ...(texts.hint && { hint: texts.hint }) },
      reason: { label: 'declineReason' },
    },
    ...(declaration && { declaration }),
    sqlCall: ({ declaration: shown, ...given }, { address, browser }) => {
      const query = actionQuery(action, record, given, { from: address, browser });
      if (declaration === undefined || shown === undefined) return query;
      const { language, text } = shownDeclaration(declaration, shown as string);
      return sql.fragment`
        select done.*, corkboard.keep_declaration(
                 begun.workspace_id, ${declaration}, ${record}, ${language}, ${text}) as "declarationId"
          from (${query}) done`;
    },
  };
}

/** The origin of a form. */
interface Sender {
  /** The client's address, according to our own proxies. */
  address: string;
  /** The browser's User-Agent. */
  browser: string | null;
}

/** A query, or how to make it from the query and the parameters of the page's address. */
type ShareRead =
  | FragmentSqlToken
  | ((search: URLSearchParams, params: Record<string, string>) => FragmentSqlToken);

/** Makes the query of a read. */
export const readFor = (
  reads: ShareRead,
  search: URLSearchParams,
  params: Record<string, string>,
): FragmentSqlToken => (typeof reads === 'function' ? reads(search, params) : reads);

/** A page behind a share link. `Row`: the columns of its query. */
// biome-ignore lint/suspicious/noExplicitAny: each page knows the columns of its own query.
export interface SharePage<Row = any> {
  /** The prefix of its paths, and what sql/functions/share_links/find_share_link.sql calls it. */
  page: 'intake' | 'scope' | 'contract' | 'invoice' | 'change-order' | 'portal' | 'statement' | 'inquiry';
  /** The rest of its paths, after the link: `/credit-notes/:number`. */
  below?: string;
  /**
   * A query that finds what the link opens, as corkboard.find_share_link does. From then on the transaction sees the
   * workspace's rows.
   */
  finds?: (look: LinkVisit) => FragmentSqlToken;
  /**
   * A query of one row, on what the link opens as `admitted`. It finds every table by its workspace: only that makes
   * PostgreSQL read it after the link.
   */
  reads: ShareRead;
  /** How the page writes; `accepted`: the languages that the browser asks for (Accept-Language). */
  localizer: (row: Row, accepted: string | undefined) => Localizer;
  view: (row: Row, context: SharePageContext) => { title: string; body: Html; status?: 200 | 422 };
  /** The forms on the page, each with an address of its own. */
  posts?: readonly ClientPost[];
  files?: FilesOfPage;
}

/** The files of the document on a page. */
export interface FilesOfPage {
  formats: readonly DocumentFile['format'][];
  /** A query of one row, a DocumentWithFiles, as `reads`. */
  reads: ShareRead;
}

/** The page of a list that the address asks for. */
export function pageOf(search: URLSearchParams): number {
  try {
    return pageNumber(search);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new PageError(400, 'noPage');
  }
}

/** Defines a page behind a share link. */
export const sharePage = <Row>(given: SharePage<Row>): SharePage => given;

/**
 * The result of the client's action, at the top of the page, because on a phone the end of the document is out of view
 * when the page opens again. It isn't printed, because the document says it, too. Null if nothing was done yet.
 */
export const confirmation = (done: Html | null): Html | null =>
  done === null ? null : html`<p class="notice" role="status">${done}</p>`;
