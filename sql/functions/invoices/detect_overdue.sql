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
  v_due record;
  v_overdue uuid[];
  v_days date[];
  v_range record;
  v_subscribed uuid[];
  v_left uuid[];
  v_checked uuid[] := '{}';
  v_marked integer;
  v_count integer := 0;
  v_inputs corkboard.event_input[];
  v_workspaces uuid[];
  v_invoices uuid[];
begin
  if p_on > corkboard.latest_date_anywhere() then
    perform corkboard.reject_field('on',
      format('must be a day that has begun somewhere: %s at the latest', corkboard.latest_date_anywhere()));
  end if;
  select * into v_due from corkboard.workspaces_due_for_overdue_check(p_on);
  select coalesce(array_agg(w.workspace_id order by w.n), '{}'), array_agg(w.today order by w.n) into v_overdue, v_days
    from unnest(v_due.workspace_ids, v_due.days, v_due.have_overdue) with ordinality as w (workspace_id, today, has_overdue, n)
   where w.has_overdue;
  for v_range in select * from corkboard.statement_ranges(cardinality(v_overdue)) loop
    exit when v_count >= p_batch;
    v_subscribed := array(
      select e.workspace_id from corkboard.webhook_endpoints e
       where e.workspace_id = any (v_overdue[v_range.first:v_range.last]) and 'invoice.overdue' = any (e.events));
    select count(*),
           array_agg(((m.invoice).workspace_id, corkboard.invoice_event_data(m.invoice, 'invoice.overdue', m.today))::corkboard.event_input
                     order by (m.invoice).due_date, (m.invoice).id)
             filter (where (m.invoice).workspace_id = any (v_subscribed)),
           array_agg((m.invoice).workspace_id), array_agg((m.invoice).id)
      into v_marked, v_inputs, v_workspaces, v_invoices
      from corkboard.mark_overdue(
             v_overdue[v_range.first:v_range.last], v_days[v_range.first:v_range.last], p_batch - v_count) m;
    perform corkboard.emit_events('invoice.overdue', v_inputs) where v_inputs is not null;
    perform corkboard.notify_of_overdue(v_workspaces, v_invoices) where v_marked > 0;
    v_count := v_count + v_marked;
    v_left := array(
      select o.id from corkboard.workspaces_with_overdue(
        v_overdue[v_range.first:v_range.last], v_days[v_range.first:v_range.last]) o (id));
    v_checked := v_checked || array(select unnest(v_overdue[v_range.first:v_range.last]) except select unnest(v_left));
  end loop;
  if p_on is null then
    insert into corkboard.overdue_checks (workspace_id, checked_on)
    select w.workspace_id, w.today
      from unnest(v_due.workspace_ids, v_due.days, v_due.have_overdue) w (workspace_id, today, has_overdue)
     where not w.has_overdue or w.workspace_id = any (v_checked)
     order by w.workspace_id
    on conflict (workspace_id) do update set checked_on = excluded.checked_on;
  end if;
  return v_count;
end
$$;
comment on function corkboard.detect_overdue(date, integer) is
  'Detects up to a batch of sent invoices past their due date, each only once ever, emits invoice.overdue and notifies members. Returns how many; 0 when none are left. A null p_on covers the workspaces whose current date was not checked yet, as the hourly task does; a date covers every workspace that is not suspended, using the earlier of that date and its own current date. Rejects with validation a date that has not begun anywhere.';
