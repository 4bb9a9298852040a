-- The day is that of late_fee_at, which every change to a fee sets as well. Without one the fee is gone.
create or replace function corkboard.record_late_fee_change() returns trigger
language plpgsql
as $$
declare
  v_before_cents constant bigint := case when tg_op = 'UPDATE' then old.late_fee_cents else 0 end;
  v_zone text;
begin
  select corkboard.valid_time_zone(w.time_zone) into v_zone from corkboard.workspaces w where w.id = new.workspace_id;
  insert into corkboard.late_fee_changes (workspace_id, invoice_id, changed_on, amount_cents, recorded_by)
  values (
    new.workspace_id, new.id,
    case when new.late_fee_cents > 0 and new.late_fee_at is not null then (new.late_fee_at at time zone v_zone)::date
         else corkboard.time_zone_today(v_zone) end,
    new.late_fee_cents - v_before_cents, corkboard.current_recorder());
  return null;
end
$$;
comment on function corkboard.record_late_fee_change() is 'Trigger: adds by how much a late fee changed to late_fee_changes.';
