import type { DocumentKind } from '../documentKinds.ts';
import type { DocumentView } from '../documentView.ts';

/** A PDF to make. */
export interface Rendering {
  kind: DocumentKind;
  /** The view for the template of the kind. */
  view: DocumentView;
  /** The logo of the sender, a PNG. */
  logo: Uint8Array | null;
  /** The time that the file names as that of its creation. */
  issuedAt: Date;
}
