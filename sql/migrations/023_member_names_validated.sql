do $$
begin
  alter table corkboard.members validate constraint members_name_check;
end
$$;
