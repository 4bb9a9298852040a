create or replace trigger round_new after insert on corkboard.revisions
  for each row execute function corkboard.maintain_rounds_used();
