do $$
begin
  alter table corkboard.clients validate constraint clients_contacts_check;
end
$$;
