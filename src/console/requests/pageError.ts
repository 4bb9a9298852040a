import { ServiceError } from '../../errors/serviceError.ts';

/** Shows an error page in place of the requested page. An error that belongs beside a form is a Failure. */
export class PageError extends ServiceError {
  readonly status: 400 | 403 | 404 | 413 | 503;
  readonly title: string;

  constructor(status: PageError['status'], title: string, text: string) {
    super(text);
    this.status = status;
    this.title = title;
  }
}

/** For every page behind a share link of a workspace that is suspended: it shows nothing of the workspace or the record. */
export const linkUnavailable = () =>
  new PageError(
    403,
    'This page is not available',
    'It can’t be shown at the moment. Ask the person who sent you the link.',
  );

/** SQLSTATE of sql/functions/actions/deny_action.sql; the detail is the reason. */
const deniedState = 'ZC002';

/** Why the database denies a person an action or a page; undefined for any other error. */
export function denialOf(error: unknown): string | undefined {
  const { code, detail } = error as { code?: string; detail?: string };
  return code === deniedState ? detail : undefined;
}

/** The same for ids of other workspaces, malformed ids, and records that are in the trash or never existed. */
export const notFound = () =>
  new PageError(404, 'Page not found', 'It may have been moved to the trash, or the address may be wrong.');

/** For pages and actions that only the owner may use. */
export const ownerOnly = () =>
  new PageError(403, 'Only the owner can do this', 'Ask the owner of your workspace to do it.');
