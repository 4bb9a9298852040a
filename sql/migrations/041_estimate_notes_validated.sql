do $$
begin
  alter table corkboard.workspaces validate constraint workspaces_estimate_notes_check;
end
$$;
