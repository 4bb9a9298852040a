-- One batch, so that nothing is locked for long however many invoices fall due; each batch is a transaction of its own.
-- Rows that another run works on are skipped: two runs at once share the work, and each invoice is found once.
create or replace function corkboard.detect_overdue(p_on date default null, p_batch integer default 1000)
returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_on date := coalesce(p_on, corkboard.today());
  v_found corkboard.invoices[];
begin
  with due as (
    select i.workspace_id, i.id from corkboard.invoices i
     where i.kind = 'invoice' and i.status = 'SENT' and i.overdue_detected_at is null and i.due_date < v_on
     order by i.due_date
     limit p_batch
       for no key update skip locked),
  found as (
    update corkboard.invoices i set overdue_detected_at = clock_timestamp()
      from due d
     where i.workspace_id = d.workspace_id and i.id = d.id
    returning i)
  select coalesce(array_agg(f.i order by (f.i).due_date, (f.i).id), '{}') into v_found from found f;
  perform corkboard.emit_events('invoice.overdue', array(
    select (i.workspace_id, corkboard.invoice_event_data(i, 'invoice.overdue', v_on))::corkboard.happening
      from unnest(v_found) i
     where exists (select from corkboard.webhook_endpoints e
                    where e.workspace_id = i.workspace_id and 'invoice.overdue' = any (e.events))));
  return cardinality(v_found);
end
$$;
comment on function corkboard.detect_overdue(date, integer) is
  'Finds up to a batch of sent invoices past their due date, each once for all time, on that day (null: today), emits invoice.overdue for them and says how many; 0: none are left.';
