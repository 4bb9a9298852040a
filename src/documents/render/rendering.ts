import type { DocumentKind } from '../documentKinds.ts';
import type { DocumentView } from '../documentView.ts';

/** The logo of the sender. */
export interface LogoImage {
  mediaType: string;
  bytes: Uint8Array;
}

/** A PDF to make. */
export interface Rendering {
  kind: DocumentKind;
  /** What the template of the kind shows. */
  view: DocumentView;
  logo: LogoImage | null;
  /** The time that the file names as that of its creation. */
  issuedAt: Date;
}
