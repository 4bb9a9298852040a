import { type Html, html } from '../html/html.ts';
import type { ListedInquiry } from '../queries/inquiry.ts';

/** The state of an inquiry. */
export const inquiryPill = ({ convertedAt, dismissedAt }: ListedInquiry): Html =>
  convertedAt !== null
    ? html`<span class="pill good">Converted</span>`
    : html`<span class="pill">${dismissedAt === null ? 'Open' : 'Dismissed'}</span>`;
