import { ServiceError } from '../../errors/serviceError.ts';

/** Why a person sees an error page instead of what was asked for. What belongs into a form is a Failure. */
export class Refused extends ServiceError {
  readonly status: 400 | 403 | 404 | 413 | 503;
  readonly title: string;

  constructor(status: Refused['status'], title: string, text: string) {
    super(text);
    this.status = status;
    this.title = title;
  }
}

/** The same for what is another workspace's, malformed, trashed, or was never there. */
export const notFound = () =>
  new Refused(404, 'Page not found', 'It may have been moved to the trash, or the address may be wrong.');

/** Thrown where only the owner may look, or act. */
export const ownerOnly = () =>
  new Refused(403, 'Only the owner can do this', 'Ask the owner of your workspace to do it.');
