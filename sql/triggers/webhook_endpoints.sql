-- A block, because Citus passes on the whole text that a trigger is sent in to the other nodes.
do $do$
begin
  create or replace trigger add_throttle after insert on corkboard.webhook_endpoints
    for each row execute function corkboard.add_throttle();
end
$do$;
