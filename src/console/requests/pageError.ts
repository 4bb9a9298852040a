import { ServiceError } from '../../errors/serviceError.ts';
import { catalogues } from '../../languages/messages.ts';
import type { Language } from '../../vocabulary/documents.ts';

/** Shows an error page in place of the requested page. An error that belongs beside a form is a Failure. */
export class PageError extends ServiceError {
  readonly status: number;
  readonly content: ErrorContent | ErrorName;

  /** `content`: of an error that clients see too, its name in the catalogues of languages. */
  constructor(status: 400 | 403 | 404 | 413 | 503, content: ErrorContent | ErrorName) {
    super(contentIn(content, 'en').text);
    this.status = status;
    this.content = content;
  }
}

/** The title and the text of an error page. */
interface ErrorContent {
  title: string;
  text: string;
}
type ErrorName = keyof typeof catalogues.en.errors;

/** The content of an error page in a language. */
export const contentIn = (content: ErrorContent | ErrorName, language: Language): ErrorContent =>
  typeof content === 'string' ? catalogues[language].errors[content] : content;

/** For every page behind a share link of a workspace that is suspended: it shows nothing of the workspace or the record. */
export const linkUnavailable = () => new PageError(403, 'unavailable');

/** SQLSTATE of sql/functions/actions/deny_action.sql; the detail is the reason. */
const deniedState = 'ZC002';

/** Why the database denies a person an action or a page; undefined for any other error. */
export function denialOf(error: unknown): string | undefined {
  const { code, detail } = error as { code?: string; detail?: string };
  return code === deniedState ? detail : undefined;
}

/** The same for ids of other workspaces, malformed ids, and records that are in the trash or never existed. */
export const notFound = () => new PageError(404, 'notFound');

/** For pages and actions that only the owner may use. */
export const ownerOnly = () =>
  new PageError(403, {
    title: 'Only the owner can do this',
    text: 'Ask the owner of your workspace to do it.',
  });
