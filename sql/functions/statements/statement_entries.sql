-- A late fee counts on the day of each change, and a removed payment is taken back on the day of its removal, so that what an
-- earlier statement said stays true. An invoice that was voided before 1.1.0, or over nothing, has no credit note: the void takes
-- it back with its late fee. Invoices of a trashed project are accounts too.
drop function if exists corkboard.statement_entries(uuid, uuid, date);
create or replace function corkboard.statement_entries(p_workspace uuid, p_client uuid, p_until date)
returns table (
  currency text, day date, sort_order integer, kind text, amount_cents bigint, invoice_id uuid, recorded_at timestamptz, credit_note text)
language plpgsql stable
as $$
begin
  return query
    select i.currency, e.day, e.sort_order, e.kind, e.amount_cents, i.id, e.recorded_at, e.credit_note
      from corkboard.projects p
      join corkboard.invoices i on i.workspace_id = p_workspace and i.project_id = p.id
     cross join lateral (
       select i.sent_on as day, 1 as sort_order, 'invoice' as kind, i.amount_cents, i.sent_at as recorded_at,
              null as credit_note
       union all
       select c.changed_on, 2, 'late_fee', c.amount_cents, c.recorded_at, null
         from corkboard.late_fee_changes c where c.workspace_id = p_workspace and c.invoice_id = i.id
       union all
       select n.credited_on, 3, 'credit_note', -n.total_cents, n.created_at, n.number
         from corkboard.credit_notes n where n.workspace_id = p_workspace and n.invoice_id = i.id
       union all
       select y.paid_on, 3, y.kind, -y.amount_cents, y.recorded_at, null
         from corkboard.payments y where y.workspace_id = p_workspace and y.invoice_id = i.id
       union all
       select d.day, d.sort_order, d.kind, d.amount_cents, d.recorded_at, null
         from corkboard.removed_payments r
        cross join lateral (values
          (r.paid_on, 3, r.kind, -r.amount_cents, r.recorded_at),
          (r.removed_on, 4, 'removed_payment', r.amount_cents, r.removed_at)) d (day, sort_order, kind, amount_cents, recorded_at)
        where r.workspace_id = p_workspace and r.invoice_id = i.id
       union all
       select i.voided_on, 5, 'void', -i.total_cents, i.voided_at, null where i.status = 'VOID' and i.credited_cents = 0) e
     where p.workspace_id = p_workspace and p.client_id = p_client and i.kind = 'invoice' and i.sent_at is not null
       and e.day <= p_until;
end
$$;
comment on function corkboard.statement_entries(uuid, uuid, date) is
  'Every entry up to a day that changed what a client owes: sent invoices, changes of late fees, payments (negative), refunds and transfers, payments that were removed, credit notes with their number and, of what has none, voids (negative), with the time when each was recorded. sort_order orders the entries of a day, which is in the time zone that the workspace had when the entry was recorded. By currency they add up to what is due.';
