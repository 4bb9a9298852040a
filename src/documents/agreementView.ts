import type { DocumentView, Fact } from './invoiceView.ts';

/** A heading, and a text below it. */
export interface SectionView {
  heading: string;
  text: string;
}

/** How a scope was approved, or a contract signed. */
export interface SignatureView {
  heading: string;
  /** Who, when, how it was given, and for a contract the SHA-256 of what was signed. */
  facts: Fact[];
}

/** A scope or contract with every amount and day formatted: what its PDF shows. */
export interface AgreementView extends DocumentView {
  /** The project's name. */
  subtitle: string;
  deliverables: { heading: string; items: string[] };
  /** Revision rounds, timeline and price. */
  agreed: Fact[];
  /** Such as whether prices include tax. */
  remarks: string[];
  /** The workspace's terms; null: none, as on a scope. */
  terms: SectionView | null;
  /** Null: nobody agreed yet. */
  signature: SignatureView | null;
}
