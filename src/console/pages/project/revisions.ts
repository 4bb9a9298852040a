import { editRevision } from '../../../actions/work.ts';
import { type Reason, reasons } from '../../../classification/reasons.ts';
import { logRevision } from '../../../operations/logRevision.ts';
import { disclosure } from '../../components/disclosure.ts';
import { type EditedEntry, editedId, editLink, editPanel } from '../../components/editPanel.ts';
import { pagination } from '../../components/pagination.ts';
import { provenance } from '../../components/provenance.ts';
import { word } from '../../forms/labels.ts';
import type { Post } from '../../forms/post.ts';
import { type Html, html } from '../../html/html.ts';
import { byOperation } from '../../posts/byOperation.ts';
import type { Paged } from '../../queries/pageLimit.ts';
import { type ProjectTotals, projectTotals } from '../../queries/project.ts';
import { type RevisionDetail, revisionEntry, revisionsOf } from '../../queries/work.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { pageNumber } from '../../requests/query.ts';
import { entryPost, tab } from './tab.ts';

const reasonNames = Object.keys(reasons) as Reason[];

const log: Post = {
  ...byOperation(logRevision, {
    path: '/projects/:id/revisions/log',
    button: 'Log revision round',
    done: 'Revision round logged.',
    pageQuery: { tab: 'revisions' },
    looks: {
      description: { hint: 'The changes that the client asked for' },
      classify: {
        label: 'Classify this request against the scope',
        hint: 'The verdict appears here after a few seconds',
      },
    },
  }),
  // The reason why there will be no verdict isn't stored, so the next page must show it.
  redirectTo: ({ url, classificationUnavailable }) => {
    const reason = reasonNames.find(name => reasons[name] === classificationUnavailable);
    return reason === undefined ? url : `${url}&verdict=${reason}`;
  },
};

const edit = entryPost('revisions', editRevision, 'edit');

interface Rows {
  sums: ProjectTotals;
  revisions: Paged<RevisionDetail>;
  edited: EditedEntry;
}

/** The revision rounds with their verdicts. */
export const revisions = tab<Rows>({
  name: 'revisions',
  label: 'Revisions',
  reads: ({ params, search }) => ({
    sums: projectTotals(params.id!),
    revisions: revisionsOf(params.id!, pageNumber(search)),
    edited: revisionEntry(params.id!, editedId(search)),
  }),
  view: (_, { sums, revisions, edited }, context) => html`
    <p>Revision rounds used: <b>${rounds(sums)}</b>${isOver(sums) ? html` <span class="pill bad">Over budget</span>` : null}</p>
    ${noVerdictNote(context)}
    ${disclosure(context, 'Log revision round', log, { quiet: edited.entry !== null })}
    ${editPanel(context, 'Edit revision round', edited, { edit })}
    ${revisions.data.length === 0 ? emptyState : revisions.data.map(one => round(one, sums, context))}
    ${pagination(revisions.page, context.here)}`,
  posts: [log, edit],
});

/** The used and included revision rounds: `3 of 4 (2 of the scope, 2 of change orders)`. */
export function rounds({ roundsUsed, roundsIncluded, roundsAdded }: ProjectTotals): string {
  if (roundsIncluded === null) return `${roundsUsed} (no limit agreed)`;
  const parts =
    roundsAdded > 0 ? ` (${roundsIncluded} from the scope, ${roundsAdded} from change orders)` : '';
  return `${roundsUsed} of ${roundsIncluded + roundsAdded}${parts}`;
}

function noVerdictNote({ search }: PageContext): Html | null {
  const reason = reasonNames.find(name => name === search.get('verdict'));
  return reason === undefined ? null : html`<p class="quiet-text">No verdict: ${reasons[reason]}.</p>`;
}

const isOver = ({ roundsUsed, roundsIncluded, roundsAdded }: ProjectTotals) =>
  roundsIncluded !== null && roundsUsed > roundsIncluded + roundsAdded;

function round(
  revision: RevisionDetail,
  { roundsIncluded, roundsAdded }: ProjectTotals,
  context: PageContext,
): Html {
  const { id, roundNumber, description, createdVia, createdBy, loggedAt } = revision;
  const isBeyond = roundsIncluded !== null && roundNumber > roundsIncluded + roundsAdded;
  return html`
    <article class="entry"><h2>Revision round ${roundNumber}${isBeyond ? html` <span class="pill bad">Not included in the scope</span>` : null}</h2>
      <p class="quiet-text">${provenance('Logged', { via: createdVia, by: createdBy, at: loggedAt }, context.person)} · ${editLink(context, id, `revision round ${roundNumber}`)}</p>
      <p class="text">${description}</p>${verdict(revision)}</article>`;
}

function verdict({
  classify,
  verdict,
  verdictReason,
  verdictQuestion,
  unclassified,
}: RevisionDetail): Html | null {
  if (verdict !== null) {
    return html`
      <p><span class="pill">${word(verdict)}</span> ${verdictReason!}</p>
      ${verdictQuestion === null ? null : html`<p><b>Question for the client:</b> ${verdictQuestion}</p>`}`;
  }
  if (unclassified !== null)
    return html`<p class="quiet-text">No verdict: ${reasons[unclassified as Reason]}.</p>`;
  return classify
    ? html`<p class="quiet-text">The verdict isn’t ready yet. Reload this page in a moment.</p>`
    : null;
}

const emptyState = html`
  <p class="empty">No revision rounds yet. Log the first one above.</p>`;
