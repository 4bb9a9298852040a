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

/** The same for ids of other workspaces, malformed ids, and records that are in the trash or never existed. */
export const notFound = () =>
  new PageError(404, 'Page not found', 'It may have been moved to the trash, or the address may be wrong.');

/** For pages and actions that only the owner may use. */
export const ownerOnly = () =>
  new PageError(403, 'Only the owner can do this', 'Ask the owner of your workspace to do it.');
