create or replace function corkboard.complete_invoice() returns trigger
language plpgsql
as $$
declare
  v_zone text;
begin
  if new.client_id is null then
    select p.client_id into new.client_id from corkboard.projects p
     where p.workspace_id = new.workspace_id and p.id = new.project_id;
  end if;
  if tg_op = 'INSERT' or new.sent_on is null or new.sent_at is distinct from old.sent_at
     or new.voided_at is distinct from old.voided_at then
    select corkboard.valid_time_zone(w.time_zone) into v_zone from corkboard.workspaces w where w.id = new.workspace_id;
    if tg_op = 'INSERT' or new.sent_on is null or new.sent_at is distinct from old.sent_at then
      new.sent_on := (new.sent_at at time zone v_zone)::date;
    end if;
    if tg_op = 'INSERT' or new.voided_on is null or new.voided_at is distinct from old.voided_at then
      new.voided_on := (new.voided_at at time zone v_zone)::date;
    end if;
  end if;
  return new;
end
$$;
comment on function corkboard.complete_invoice() is
  'Trigger: sets client_id of an invoice, and the days on which it was sent and voided.';
