### A thread for each pod

setting-threads = Fils
setting-threads-about = Où `/table ouvrir` ouvre une table dans un salon textuel. Avec un fil par table, plusieurs parties se jouent côte à côte ; chaque joueur est ajouté au fil quand il prend place, et à la fin le résultat est épinglé et le fil archivé.
threads-channel = Dans le salon
threads-thread = Un fil par table
thread-name = { $variant } · { $host }
done-thread = Ta table est ouverte : { $thread }
threads-lacking = Ici, chaque table devrait avoir son fil, avec le résultat épinglé à la fin. Pour que tout marche, demande à la modération de m’autoriser dans ce salon : { $missing }.
threads-refused = Discord ne m’a pas laissé créer de fil : ta table est dans ce salon. Si cela se reproduit, demande à la modération s’il n’y a pas trop de fils ouverts sur ce serveur.
permission-create_public_threads = Créer des fils publics
permission-pin_messages = Épingler des messages
