do $$
begin
  alter table corkboard.workspaces add column members_see_time boolean not null default false;
  comment on column corkboard.workspaces.members_see_time is
    'Whether members see who worked how long, as the owner does; otherwise each sees only their own time.';
end
$$;
