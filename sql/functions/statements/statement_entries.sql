-- An invoice counts on the day it was sent, without the late fee, which counts on the day it was set; a void takes back both on
-- the day of the void, so that what an earlier statement said stays true. Invoices of a trashed project are accounts too.
create or replace function corkboard.statement_entries(p_workspace uuid, p_client uuid, p_zone text)
returns table (
  currency text, day date, place integer, kind text, amount_cents bigint, number text, invoice_id uuid, link text
)
language plpgsql stable
as $$
begin
  return query
    select i.currency, e.day, e.place, e.kind, e.amount_cents, i.number, i.id,
           case when p.trashed_at is null then '/invoice/' || i.share_token || corkboard.secret_suffix(p_workspace) end
      from corkboard.projects p
      join corkboard.invoices i
        on i.workspace_id = p_workspace and i.project_id = p.id and i.kind = 'invoice' and i.sent_at is not null
      cross join lateral (values
        (1, 'invoice', (i.sent_at at time zone p_zone)::date, i.amount_cents),
        (2, 'late_fee', (coalesce(i.late_fee_at, i.sent_at) at time zone p_zone)::date, nullif(i.late_fee_cents, 0)),
        (4, 'void', (i.voided_at at time zone p_zone)::date, -i.total_cents)) e (place, kind, day, amount_cents)
     where p.workspace_id = p_workspace and p.client_id = p_client and e.day is not null and e.amount_cents is not null
    union all
    select y.currency, y.paid_on, 3, 'payment', -y.amount_cents, i.number, i.id,
           case when p.trashed_at is null then '/invoice/' || i.share_token || corkboard.secret_suffix(p_workspace) end
      from corkboard.projects p
      join corkboard.invoices i on i.workspace_id = p_workspace and i.project_id = p.id
      join corkboard.payments y on y.workspace_id = p_workspace and y.invoice_id = i.id
     where p.workspace_id = p_workspace and p.client_id = p_client;
end
$$;
comment on function corkboard.statement_entries(uuid, uuid, text) is
  'All that changed what a client owes: sent invoices, late fees, payments (negative) and voids (negative). place orders the entries of a day; day is in the time zone p_zone; link is the path of the invoice''s share link, null if its project is trashed. By currency they add up to what is due.';
