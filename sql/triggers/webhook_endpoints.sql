create or replace trigger add_throttle after insert on corkboard.webhook_endpoints
  for each row execute function corkboard.add_throttle();
