-- An invoice counts on the day it was sent, without the late fee, which counts on the day it was set; a void takes back both on
-- the day of the void, so that what an earlier statement said stays true. Invoices of a trashed project are accounts too.
create or replace function corkboard.statement_entries(p_workspace uuid, p_client uuid, p_until date)
returns table (currency text, day date, place integer, kind text, amount_cents bigint, invoice_id uuid)
language plpgsql stable
as $$
declare
  v_zone text;
begin
  select corkboard.valid_time_zone(w.time_zone) into v_zone from corkboard.workspaces w where w.id = p_workspace;
  return query
    select i.currency, e.day, e.place, e.kind, e.amount_cents, i.id
      from corkboard.projects p
      join corkboard.invoices i on i.workspace_id = p_workspace and i.project_id = p.id
     cross join lateral (
       select (i.sent_at at time zone v_zone)::date as day, 1 as place, 'invoice' as kind, i.amount_cents
       union all
       select (coalesce(i.late_fee_at, i.sent_at) at time zone v_zone)::date, 2, 'late_fee', i.late_fee_cents where i.late_fee_cents > 0
       union all
       select y.paid_on, 3, 'payment', -y.amount_cents
         from corkboard.payments y where y.workspace_id = p_workspace and y.invoice_id = i.id
       union all
       select (i.voided_at at time zone v_zone)::date, 4, 'void', -i.total_cents where i.status = 'VOID') e
     where p.workspace_id = p_workspace and p.client_id = p_client and i.kind = 'invoice' and i.sent_at is not null
       and e.day <= p_until;
end
$$;
comment on function corkboard.statement_entries(uuid, uuid, date) is
  'All that changed what a client owes until a day: sent invoices, late fees, payments (negative) and voids (negative). place orders the entries of a day, which is in the workspace''s time zone. By currency they add up to what is due.';
