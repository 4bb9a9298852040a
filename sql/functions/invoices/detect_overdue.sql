-- One batch per transaction, so that no lock is held for long. Invoices locked by another transaction are skipped: two
-- runs at once share the work, and nothing waits for the check. A workspace counts as checked only if no invoice is
-- left to detect, so the next run detects skipped ones. It is checked for a date, not up to a date: if its time zone
-- changes to one where it is still yesterday, it is checked again at its next midnight. overdue_detected_at alone
-- prevents an invoice from being detected twice.
create or replace function corkboard.detect_overdue(p_on date default null, p_batch integer default 1000)
returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_workspaces uuid[];
  v_days date[];
  v_count integer;
  v_inputs corkboard.event_input[];
begin
  if p_on > corkboard.latest_date_anywhere() then
    perform corkboard.reject_field('on',
      format('must be a day that has begun somewhere: %s at the latest', corkboard.latest_date_anywhere()));
  end if;
  select c.workspace_ids, c.days into v_workspaces, v_days from corkboard.workspaces_due_for_overdue_check(p_on) c;
  select count(*),
         array_agg(((m.invoice).workspace_id, corkboard.invoice_event_data(m.invoice, 'invoice.overdue', m.today))::corkboard.event_input
                   order by (m.invoice).due_date, (m.invoice).id)
           filter (where exists (
             select 1 from corkboard.webhook_endpoints e
              where e.workspace_id = (m.invoice).workspace_id and 'invoice.overdue' = any (e.events)))
    into v_count, v_inputs
    from corkboard.mark_overdue(v_workspaces, v_days, p_batch) m;
  perform corkboard.emit_events('invoice.overdue', v_inputs) where v_inputs is not null;
  if p_on is null then
    insert into corkboard.overdue_checks (workspace_id, checked_on)
    select w.workspace_id, w.today
      from unnest(v_workspaces, v_days) w (workspace_id, today)
     where not exists (
       select 1 from corkboard.invoices i
        where i.workspace_id = w.workspace_id and i.kind = 'invoice' and i.status = 'SENT'
          and i.overdue_detected_at is null and i.due_date < w.today)
     order by w.workspace_id
    on conflict (workspace_id) do update set checked_on = excluded.checked_on;
  end if;
  return v_count;
end
$$;
comment on function corkboard.detect_overdue(date, integer) is
  'Detects up to a batch of sent invoices past their due date, each only once ever, and emits invoice.overdue. Returns how many; 0 when none are left. A null p_on covers the workspaces whose current date was not checked yet, as the hourly task does; a date covers every workspace that is not suspended, using the earlier of that date and its own current date. Rejects with validation a date that has not begun anywhere.';
