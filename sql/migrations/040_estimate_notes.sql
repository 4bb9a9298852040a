do $$
begin
  alter table corkboard.workspaces add column estimate_notes text;
  comment on column corkboard.workspaces.estimate_notes is 'The notes of new estimates that a member drafts.';
end
$$;

do $$
begin
  alter table corkboard.workspaces add constraint workspaces_estimate_notes_check
    check (char_length(estimate_notes) between 1 and 5000) not valid;
end
$$;
