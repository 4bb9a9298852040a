import {
  acceptOwnership,
  declineOwnership,
  offerOwnership,
  withdrawOwnership,
} from '../../../actions/ownership.ts';
import { sql } from '../../../database/sql.ts';
import { moment } from '../../../formatting/index.ts';
import { workspaceId } from '../../../records/fragments.ts';
import { disclosure } from '../../components/disclosure.ts';
import { form } from '../../forms/form.ts';
import { type Html, html } from '../../html/html.ts';
import { personName } from '../../html/personName.ts';
import { byAction } from '../../posts/byAction.ts';
import type { PageContext } from '../../requests/pageContext.ts';

/** An offer of the workspace's ownership that can be accepted now. */
export interface Offer {
  /** The member who may accept it. */
  memberId: string;
  email: string;
  ownerEmail: string;
  expiresAt: string;
}

const redirectTo = () => '/settings/members';
const offerPost = byAction(offerOwnership, { path: '/settings/members/offer-ownership', redirectTo });
const withdraw = byAction(withdrawOwnership, {
  path: '/settings/members/:member/withdraw-ownership',
  record: 'member',
  redirectTo,
});
const accept = byAction(acceptOwnership, { path: '/settings/members/accept-ownership', redirectTo });
const decline = byAction(declineOwnership, { path: '/settings/members/decline-ownership', redirectTo });
export const ownershipPosts = [offerPost, withdraw, accept, decline];

export const openOffer = sql.fragment`
  select o.member_id as "memberId", m.email, w.email as "ownerEmail", corkboard.iso(o.expires_at) as "expiresAt"
    from corkboard.pending_ownership_offer(${workspaceId}) o
    join corkboard.members m on m.workspace_id = ${workspaceId} and m.id = o.member_id
    join corkboard.members w on w.workspace_id = ${workspaceId} and w.id = o.offered_by`;

/** The form with which the owner offers the ownership to a member; null while an offer is open. */
export const handOverForm = (context: PageContext, offer: Offer | null): Html | null =>
  offer !== null
    ? null
    : html`<section><h2>Ownership</h2>${disclosure(context, 'Hand over ownership', offerPost, { isLong: true })}</section>`;

/** The open offer, for the owner who made it and the member who may accept it; null for others. */
export function offerNote(context: PageContext, offer: Offer | null): Html | null {
  const { person } = context;
  if (offer === null) return null;
  const until = moment(offer.expiresAt, person.locale, person.time_zone);
  if (person.role === 'owner')
    return html`
      <section><h2>Ownership offered</h2>
      <p>You offered ownership of this workspace to <b>${personName(offer.email, person)}</b>. You stay the owner unless they accept before ${until}.</p>
      <div class="actions">${form(context, withdraw, { params: { member: offer.memberId }, quiet: true })}</div></section>`;
  if (offer.memberId !== person.member_id) return null;
  return html`
    <section><h2>Ownership offered to you</h2>
    <p><b>${personName(offer.ownerEmail, person)}</b> wants to make you the owner of ${person.workspace_name}. The offer expires on ${until}.</p>
    <div class="actions">${form(context, accept)}${form(context, decline, { quiet: true })}</div></section>`;
}

/** The offer as an item of the home page; null if the person has none. */
export const offerOnHome = ({ person }: PageContext, offer: Offer | null): Html | null =>
  offer?.memberId !== person.member_id
    ? null
    : html`
      <section>
        <h2>Ownership offered to you</h2>
        <ul class="list" data-keys="true"><li><a href="/settings/members">Accept or decline ownership of ${person.workspace_name}</a>
          <span class="when">offered by ${personName(offer!.ownerEmail, person)}, expires ${moment(offer!.expiresAt, person.locale, person.time_zone)}</span></li></ul>
      </section>`;
