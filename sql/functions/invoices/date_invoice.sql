create or replace function corkboard.date_invoice() returns trigger
language plpgsql
as $$
declare
  v_zone text;
begin
  select corkboard.valid_time_zone(w.time_zone) into v_zone from corkboard.workspaces w where w.id = new.workspace_id;
  if tg_op = 'INSERT' or new.sent_at is distinct from old.sent_at then
    new.sent_on := (new.sent_at at time zone v_zone)::date;
  end if;
  if tg_op = 'INSERT' or new.voided_at is distinct from old.voided_at then
    new.voided_on := (new.voided_at at time zone v_zone)::date;
  end if;
  return new;
end
$$;
comment on function corkboard.date_invoice() is
  'Trigger: sets the days on which an invoice was sent and voided.';
