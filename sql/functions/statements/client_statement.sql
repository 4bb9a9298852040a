create or replace function corkboard.client_statement(
  p_workspace uuid, p_client uuid, p_since date default null, p_until date default null
) returns json
language plpgsql stable
as $$
declare
  c_max constant integer := 500;
  v_today constant date := corkboard.workspace_today(p_workspace);
  v_until constant date := coalesce(p_until, greatest(v_today, p_since));
  v_since constant date := coalesce(p_since, date_trunc('year', v_until)::date);
  v_mailed_at timestamptz;
  v_mailed_on date;
  v_currencies json;
  v_listed uuid[];
  v_invoices json;
begin
  select m.sent_at, (m.sent_at at time zone corkboard.valid_time_zone(w.time_zone))::date into v_mailed_at, v_mailed_on
    from corkboard.workspaces w
    join corkboard.document_mails m on m.workspace_id = p_workspace and m.record_id = p_client and m.state = 'sent'
     and m.kind in ('statement', 'portal')
   where w.id = p_workspace
   -- The portal has it too. That counts until the statement is emailed itself.
   order by m.kind = 'statement' desc, m.queued_at desc limit 1;
  with entries as materialized (
    select e.currency, e.day, e.sort_order, e.kind, e.amount_cents, e.invoice_id, e.recorded_at, e.credit_note,
           coalesce(e.recorded_at > v_mailed_at and e.day < v_mailed_on, false) as is_added
      from corkboard.statement_entries(p_workspace, p_client, v_until) e),
  sums as (
    select e.currency, coalesce(sum(e.amount_cents) filter (where e.day < v_since), 0) as opening, sum(e.amount_cents) as closing,
           coalesce(sum(e.amount_cents) filter (
             where e.day >= v_since and e.kind in ('payment', 'refund', 'transfer', 'removed_payment')), 0) as paid,
           count(*) filter (where e.day >= v_since) as count,
           count(*) filter (where e.is_added) as added_count, coalesce(sum(e.amount_cents) filter (where e.is_added), 0) as added
      from entries e group by e.currency),
  listed as (
    select e.currency, array_agg(e.invoice_id) as invoices,
           json_agg(json_build_object('day', e.day, 'kind', e.kind, 'amountCents', e.amount_cents, 'invoiceId', e.invoice_id,
             'creditNote', e.credit_note, 'isAdded', e.is_added)
             order by e.day, e.sort_order, e.invoice_id, e.recorded_at) as entries
      from entries e
      join sums s on s.currency = e.currency and s.count <= c_max
     where e.day >= v_since
     group by e.currency)
  select coalesce(json_agg(json_build_object(
           'currency', s.currency, 'openingCents', s.opening, 'movedCents', s.closing - s.opening, 'closingCents', s.closing, 'paidCents', -s.paid,
           'count', s.count, 'addedCount', s.added_count, 'addedCents', s.added, 'entries', coalesce(l.entries, '[]')) order by s.currency), '[]'),
         array(select unnest(a.invoices) from listed a)
    into v_currencies, v_listed
    from sums s
    left join listed l on l.currency = s.currency
   where s.opening <> 0 or s.count > 0 or s.added_count > 0;
  select coalesce(json_object_agg(i.id, json_build_object(
           'number', i.number,
           'link', case when p.trashed_at is null then '/invoice/' || i.share_token || corkboard.secret_suffix(p_workspace) end)), '{}')
    into v_invoices
    from corkboard.invoices i
    join corkboard.projects p on p.workspace_id = p_workspace and p.id = i.project_id
   where i.workspace_id = p_workspace and i.id = any (v_listed);
  return json_build_object(
    'parties', corkboard.client_parties(p_workspace, p_client, null),
    'since', v_since, 'until', v_until, 'today', v_today, 'mailedOn', v_mailed_on, 'currencies', v_currencies, 'invoices', v_invoices);
end
$$;
comment on function corkboard.client_statement(uuid, uuid, date, date) is
  'The statement of a client for the days from p_since (null: the first of the year of p_until) to p_until (null: today): by currency the opening balance, the entries in the order of their days if there are at most 500, how many there are, what they add up to and how much of that was paid less refunds, and the closing balance; those among them that were recorded since the last email with the link to the statement, on days before it; and of their invoices the number and the path of the share link, null if its project is trashed.';
